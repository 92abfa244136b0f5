import express, { type NextFunction, type Request, type Response } from 'express'
import { Response as MultipartBody } from 'undici'
import { invalid, Problem } from '../kernel/problem.js'

/** Names as in the form: `items[0].name`. Of a name that was sent several times, the last value. */
export type FormFields = Readonly<Record<string, string>>

export interface FormFile {
  name: string
  type: string
  bytes: Uint8Array
}

export interface PostedForm {
  fields: FormFields
  files: Record<string, FormFile>
}

/** A proof of payment of 700 kB and its fields. */
const MAX_BODY = 800 * 1024
/** A link with 20 items and 50 metadata entries has less than 300. */
const MAX_FIELDS = 500

const readRaw = express.raw({
  type: ['application/x-www-form-urlencoded', 'multipart/form-data'],
  limit: MAX_BODY,
  inflate: false,
})

/** Middleware: leaves the bytes for `postedForm`. A form that is too large gets 413. */
export const readFormBody = (request: Request, response: Response, next: NextFunction): void =>
  void readRaw(request, response, next)

/** @throws Problem `validation_error`, `unsupported_media_type`: not a form, or one with too many fields */
export async function postedForm(request: Request): Promise<PostedForm> {
  const bytes: unknown = request.body
  if (!Buffer.isBuffer(bytes)) {
    if (Number(request.headers['content-length'] ?? 0) === 0) return { fields: {}, files: {} }
    throw new Problem('unsupported_media_type', { detail: 'Send a form.' })
  }
  return request.is('multipart/form-data')
    ? readMultipart(bytes, String(request.headers['content-type']))
    : { fields: fieldsOf(new URLSearchParams(bytes.toString('utf8'))), files: {} }
}

async function readMultipart(bytes: Buffer, type: string): Promise<PostedForm> {
  const data = await new MultipartBody(bytes, { headers: { 'content-type': type } }).formData().catch(() => {
    throw invalid('body', 'is not a form')
  })
  const texts: [string, string][] = []
  const files: Record<string, FormFile> = {}
  for (const [name, value] of data) {
    if (typeof value === 'string') texts.push([name, value])
    // A file field that was left empty is sent as an empty file.
    else if (value.size > 0) {
      files[name] = { name: value.name, type: value.type, bytes: new Uint8Array(await value.arrayBuffer()) }
    }
  }
  return { fields: fieldsOf(texts), files }
}

/** Browsers send line breaks as CRLF; a text keeps the line breaks of its writer. */
function fieldsOf(pairs: Iterable<[string, string]>): FormFields {
  const list = [...pairs]
  if (list.length > MAX_FIELDS) throw invalid('body', `has more than ${MAX_FIELDS} fields`)
  return Object.assign(
    Object.create(null) as object,
    Object.fromEntries(list.map(([name, value]) => [name, value.replace(/\r\n/g, '\n')])),
  )
}
