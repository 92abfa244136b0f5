import { randomUUID } from 'node:crypto'
import { LINK_BODY } from './bench-links.js'
import { insertBoth, openDurable, prepared } from './floor-store.js'

/** The durable transaction of a create, over and over, without a server. */
const [path = '', seconds = '3'] = process.argv.slice(2)
const insert = insertBoth(openDurable(path))
const body: unknown = JSON.parse(LINK_BODY)
const begun = performance.now()
let count = 0
while (performance.now() - begun < Number(seconds) * 1000) {
  const { keyValues, linkValues } = prepared(randomUUID(), body, 0)
  insert(keyValues, linkValues)
  count++
}
process.stdout.write(String(count / ((performance.now() - begun) / 1000)))
