/** What a client with MCP Apps shows beside a call that needs approval (SEP-1865). */
export const APPROVAL_CARD_URI = 'ui://paylink/approval'

/** Speaks for itself: nothing is loaded, and texts of the result are set as text. The decision is made on our own page. */
const HTML = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>Approval needed</title>
<style>
  body { margin: 0; padding: 16px; font: 15px/1.5 system-ui, sans-serif; }
  h1 { margin: 0 0 4px; font-size: 17px; }
  p { margin: 0 0 12px; }
  button { min-height: 44px; padding: 0 18px; border: 0; border-radius: 10px; background: #1d4ed8; color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
  code { font-size: 13px; overflow-wrap: anywhere; }
</style>
<main hidden>
  <h1 id="title">A person must approve this</h1>
  <p id="text"></p>
  <p><button type="button">Open the approval</button></p>
  <p><code id="url"></code></p>
</main>
<script>
  const spanish = navigator.language.toLowerCase().startsWith('es')
  const words = spanish
    ? { title: 'Esto necesita aprobación', text: 'No se ha hecho nada. Abre la página, revisa qué se pide y decide ahí. Vence: ', button: 'Abrir la aprobación' }
    : { title: 'This needs approval', text: 'Nothing was done. Open the page, check what is asked for and decide there. Expires: ', button: 'Open the approval' }
  let last = 0
  const send = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
  const request = (method, params) => send({ id: ++last, method, params })
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || !data || data.jsonrpc !== '2.0') return
    if (data.id === 1 && data.result) send({ method: 'ui/notifications/initialized', params: {} })
    if (data.method === 'ui/resource-teardown') send({ id: data.id, result: {} })
    if (data.method === 'ui/notifications/tool-result') show(data.params)
  })
  function show(result) {
    const approval = result && result.structuredContent && result.structuredContent.approval
    if (!approval || approval.status !== 'approval_required') return
    const at = (id) => document.getElementById(id)
    document.documentElement.lang = spanish ? 'es' : 'en'
    at('title').textContent = words.title
    at('text').textContent = approval.operation + '. ' + words.text + new Date(approval.expiresAt).toLocaleString()
    at('url').textContent = approval.url
    const button = document.querySelector('button')
    button.textContent = words.button
    button.onclick = () => request('ui/open-link', { url: approval.url })
    document.querySelector('main').hidden = false
    send({ method: 'ui/notifications/size-changed', params: { height: document.documentElement.scrollHeight } })
  }
  request('ui/initialize', {
    protocolVersion: '2026-01-26',
    appInfo: { name: 'paylink-approval', version: '1.0.0' },
    appCapabilities: {},
  })
</script>
</html>
`

export const APPROVAL_CARD = { mimeType: 'text/html;profile=mcp-app', text: HTML }
