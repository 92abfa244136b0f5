import { contextOf, mailWith, outcomeOf, transportTo } from './mailing.js'

/** A process of its own: whom Node trusts is settled as it starts. Sends one mail and tells what came of it. */
const transport = transportTo(process.argv[2] ?? '', { connect: 5000, greeting: 5000, silence: 5000 })
const check = await transport.check(contextOf())
const outcome = await outcomeOf(transport.send(mailWith(), contextOf()))
await transport.close()
process.stdout.write(JSON.stringify({ check, outcome }))
