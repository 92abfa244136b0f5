import type { SmtpServer } from './smtp-server.js'

const MAX_LENGTH = 300

/** Untrusted server text on one line, shortened, without control characters. */
export function oneLine(text: string): string {
  const line = text
    .slice(0, MAX_LENGTH * 4)
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1).toWellFormed()}…` : line
}

/** `550-5.1.1 No such\n550 5.1.1 user` as `550 5.1.1 No such user`. */
export function replyOnOneLine(reply: string): string {
  const [first = '', ...more] = reply.slice(0, MAX_LENGTH * 8).split('\n')
  const rest = more.map((line) => line.replace(/^\d{3}(?:[ -](?:\d\.\d{1,3}\.\d{1,3}(?: |$))?|$)/, ''))
  return oneLine([first.replace(/^(\d{3})-/, '$1 '), ...rest].join(' '))
}

/** Servers may echo what they were sent, credentials included. */
export function withoutSecrets(text: string, auth: SmtpServer['auth']): string {
  if (!auth) return text
  const login = `\0${auth.user}\0${auth.pass}`
  // Answers are read byte by byte, so that letters beyond ASCII come apart.
  const bytes = Buffer.from(auth.pass).toString('latin1')
  const secrets = [auth.pass, bytes, encodeURIComponent(auth.pass), base64(auth.pass), base64(login)]
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')
