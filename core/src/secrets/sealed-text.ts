/** How every sealed text begins: its header, up to the id of its key. */
const header = (keyId: string): string => `{"alg":"dir","enc":"A256GCM","kid":"${keyId}"`
const KEY_ID = /^\{"alg":"dir","enc":"A256GCM","kid":"([0-9a-f]{8})"$/

/** The texts that are sealed with this key begin so. A multiple of three bytes, so it is the same in every text. */
export const beginningOf = (keyId: string): string => Buffer.from(header(keyId)).toString('base64url')

export const BEGINNING_LENGTH = beginningOf('00000000').length

/** The id of the key that a text is sealed with; undefined: it is not a sealed text. */
export const keyIdIn = (sealed: string): string | undefined =>
  KEY_ID.exec(Buffer.from(sealed.slice(0, BEGINNING_LENGTH), 'base64url').toString('latin1'))?.[1]
