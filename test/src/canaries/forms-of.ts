const MIN_LENGTH = 8

/** How a secret may be written where it does not belong: as it is, and as encodings leave it. */
export function formsOf(secret: string | Buffer): Buffer[] {
  const bytes = Buffer.from(secret as string)
  const text = bytes.toString('utf8')
  // What is no text occurs in no JSON and no address.
  const asText = Buffer.from(text).equals(bytes) ? textForms(text) : []
  const encoded = [bytes.toString('hex'), bytes.toString('hex').toUpperCase(), ...base64Forms(bytes), ...asText]
  const forms = [...new Set(encoded)].map((form) => Buffer.from(form))
  return [bytes, ...forms.filter((form) => !form.equals(bytes))].filter(({ length }) => length >= MIN_LENGTH)
}

function textForms(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1)
  const escaped = json.replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const html = text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll("'", '&#39;')
  const form = new URLSearchParams({ text }).toString().slice('text='.length)
  // Read byte by byte, as some protocols are.
  const apart = Buffer.from(text).toString('latin1')
  return [
    apart,
    json,
    escaped,
    JSON.stringify(json).slice(1, -1),
    html,
    encodeURI(text),
    encodeURIComponent(text),
    form,
  ]
}

/** Inside a longer text that is encoded: by where it begins there, the same bytes become one of three texts. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const first = Math.ceil((before * 8) / 6)
    const last = Math.floor(((before + bytes.length) * 8) / 6)
    const own = encoded.slice(first, last)
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
