import { contextOf, mailWith, outcomeOf, transportTo } from './mailing.js'

/** A separate process, because Node reads its trusted CAs at start. Sends one mail and prints the outcome. */
const transport = transportTo(process.argv[2] ?? '', { connect: 5000, greeting: 5000, silence: 5000 })
const check = await transport.check(contextOf())
const outcome = await outcomeOf(transport.send(mailWith(), contextOf()))
await transport.close()
process.stdout.write(JSON.stringify({ check, outcome }))
