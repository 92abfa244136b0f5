import express from 'express'
import { openFloorStore } from './floor-store.js'

/** The honest judge: express and the database, and nothing between them. */
const [url = '', port = '0'] = process.argv.slice(2)
const store = await openFloorStore(url)
const app = express()
app.disable('x-powered-by')
app.disable('etag')

app.get('/constant', (_request, response) => {
  response.json({ status: 'ok' })
})
app.post('/v1/payment_links', express.json(), async (request, response) => {
  response.status(201).json(await store.create(request.get('Idempotency-Key') ?? '', request.body))
})
app.get('/v1/payment_links', async (_request, response) => {
  const rows = await store.list(21)
  response.json({ object: 'list', data: rows.slice(0, 20), has_more: rows.length > 20 })
})
app.get('/v1/payment_links/:id', async (request, response) => {
  response.json(await store.one(request.params.id))
})

app.listen(Number(port), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
