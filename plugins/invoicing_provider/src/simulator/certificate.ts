import { type KeyObject, sign } from 'node:crypto'
import { bitString, explicit, integer, moment, NULL, objectId, sequence, set, utf8 } from './der.js'

const YEARS = 4

const SHA256_WITH_RSA = sequence(objectId('2a864886f70d01010b'), NULL)
const COMMON_NAME = '550403'
const ORGANIZATION = '55040a'
/** `x500UniqueIdentifier`: where the SAT writes the RFC. */
const UNIQUE_IDENTIFIER = '55042d'

interface CertificateFacts {
  /** Twenty digits; as at the SAT, the serial number is their ASCII codes. */
  number: string
  name: string
  rfc: string
  publicKey: KeyObject
  privateKey: KeyObject
  from: Date
}

/** Self-signed, and readable by any X.509 parser. */
export function certificateOf({ number, name, rfc, publicKey, privateKey, from }: CertificateFacts): Buffer {
  const until = new Date(from)
  until.setUTCFullYear(until.getUTCFullYear() + YEARS)
  const issuer = sequence(
    attribute(COMMON_NAME, 'AC DE PRUEBA SIN VALIDEZ'),
    attribute(ORGANIZATION, 'PayLink sandbox'),
  )
  const subject = sequence(
    attribute(COMMON_NAME, name),
    attribute(ORGANIZATION, name),
    attribute(UNIQUE_IDENTIFIER, rfc),
  )
  const toBeSigned = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(Buffer.from(number)),
    SHA256_WITH_RSA,
    issuer,
    sequence(moment(from), moment(until)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  return sequence(toBeSigned, SHA256_WITH_RSA, bitString(sign('sha256', toBeSigned, privateKey)))
}

const attribute = (type: string, text: string): Buffer => set(sequence(objectId(type), utf8(text)))
