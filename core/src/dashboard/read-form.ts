import express, { type NextFunction, type Request, type Response } from 'express'
import { Response as MultipartBody } from 'undici'
import { invalid, Problem } from '../kernel/problem.js'
import { MultipartTrimmer } from './multipart-trimmer.js'

/** Names as in the form: `items[0].name`. Of a name that was sent several times, the last value. */
export type FormFields = Readonly<Record<string, string>>

export interface FormFile {
  name: string
  type: string
  /** Of a file that is larger than any form takes, the beginning. */
  bytes: Uint8Array
  /** Of the file as it was sent. */
  size: number
}

export interface PostedForm {
  fields: FormFields
  files: Record<string, FormFile>
}

/** A proof of payment of 700 kB and its fields. */
const MAX_BODY = 800 * 1024
/** A file is kept up to here, which is more than any form takes. */
const MAX_PART = 740 * 1024
/** What is read at all: photos of phones have up to 20 MB. */
const MAX_SENT = 32 * 1024 * 1024
/** A link with 20 items and 50 metadata entries has less than 300. */
const MAX_FIELDS = 500

interface MultipartForm {
  bytes: Buffer
  /** For each part, how many bytes of it were left out. */
  leftOut: readonly number[]
}

const FORM = { type: 'application/x-www-form-urlencoded', inflate: false }
const readRaw = express.raw({ ...FORM, limit: MAX_BODY })

/** Middleware for forms of people who are not signed in: a few texts, no files. Leaves the bytes for `postedForm`. */
export const readSmallForm = express.raw({ ...FORM, limit: 64 * 1024 })

/**
 * Middleware: leaves the bytes for `postedForm`. A form that is too large gets 413; a file that is too large does not, as
 * its form is shown again with what was typed.
 */
export function readFormBody(request: Request, response: Response, next: NextFunction): void {
  const boundary = boundaryOf(request)
  if (boundary === undefined) return void readRaw(request, response, next)
  readParts(request, boundary).then(
    (form) => {
      request.body = form
      next()
    },
    (error: unknown) => {
      // Else the rest of what is sent would be read, to be thrown away.
      response.setHeader('Connection', 'close')
      next(error)
    },
  )
}

function boundaryOf(request: Request): string | undefined {
  const type = request.is('multipart/form-data') ? (request.headers['content-type'] ?? '') : ''
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type) ?? []
  return quoted ?? plain
}

/** @throws Problem `payload_too_large`, `unsupported_media_type`, `validation_error`: the body is cut off */
async function readParts(request: Request, boundary: string): Promise<MultipartForm> {
  if (request.headers['content-encoding'] !== undefined) {
    throw new Problem('unsupported_media_type', { detail: 'Send a form that is not compressed.' })
  }
  if (Number(request.headers['content-length'] ?? 0) > MAX_SENT) throw tooLarge()
  const trimmer = new MultipartTrimmer(boundary, { part: MAX_PART })
  const kept: Buffer[] = []
  let sent = 0
  let size = 0
  const keep = (part: Buffer): void => {
    size += part.length
    if (size > MAX_BODY) throw tooLarge()
    // A copy: a view would keep the whole chunk in memory.
    kept.push(Buffer.from(part))
  }
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  try {
    for await (const chunk of chunks) {
      sent += chunk.length
      if (sent > MAX_SENT) throw tooLarge()
      keep(trimmer.take(chunk))
      if (trimmer.leftOut.length > MAX_FIELDS) throw tooMany()
    }
  } catch (error) {
    throw error instanceof Problem ? error : invalid('body', 'is cut off')
  }
  keep(trimmer.end())
  return { bytes: Buffer.concat(kept), leftOut: trimmer.leftOut }
}

const tooMany = (): Problem => invalid('body', `has more than ${MAX_FIELDS} fields`)

const tooLarge = (): Problem => new Problem('payload_too_large', { detail: 'The form is too large.' })

/** @throws Problem `validation_error`, `unsupported_media_type`: not a form, or one with too many fields */
export async function postedForm(request: Request): Promise<PostedForm> {
  const body: unknown = request.body
  if (Buffer.isBuffer(body)) {
    const text = body.toString('utf8')
    // Counted before it is parsed, which takes much longer.
    if (text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS) throw tooMany()
    return { fields: fieldsOf(new URLSearchParams(text)), files: {} }
  }
  if (isMultipart(body)) return readMultipart(body, String(request.headers['content-type']))
  if (Number(request.headers['content-length'] ?? 0) === 0) return { fields: {}, files: {} }
  throw new Problem('unsupported_media_type', { detail: 'Send a form.' })
}

const isMultipart = (body: unknown): body is MultipartForm =>
  typeof body === 'object' && body !== null && 'leftOut' in body

async function readMultipart({ bytes, leftOut }: MultipartForm, type: string): Promise<PostedForm> {
  const data = await new MultipartBody(bytes, { headers: { 'content-type': type } }).formData().catch(() => {
    throw invalid('body', 'is not a form')
  })
  const texts: [string, string][] = []
  const files: Record<string, FormFile> = {}
  for (const [index, [name, value]] of [...data].entries()) {
    if (typeof value === 'string') texts.push([name, value])
    // A file field that was left empty is sent as an empty file.
    else if (value.size > 0) {
      const content = new Uint8Array(await value.arrayBuffer())
      const size = content.length + (leftOut[index] ?? 0)
      files[name] = { name: value.name, type: value.type, bytes: content, size }
    }
  }
  return { fields: fieldsOf(texts), files }
}

/** Browsers send line breaks as CRLF; a text keeps the line breaks of its writer. */
function fieldsOf(pairs: Iterable<[string, string]>): FormFields {
  return Object.assign(
    Object.create(null) as object,
    Object.fromEntries([...pairs].map(([name, value]) => [name, value.replace(/\r\n/g, '\n')])),
  )
}
