export interface Logo {
  type: string
  bytes: Uint8Array
}

export const MAX_LOGO_BYTES = 200_000

const SIGNATURES: Record<string, RegExp> = {
  'image/png': /^89504e470d0a1a0a/,
  'image/jpeg': /^ffd8ff/,
  'image/webp': /^52494646.{8}57454250/,
}

export const isLogoType = (type: string): boolean => Object.hasOwn(SIGNATURES, type)

/** The logo in an image file, or what is wrong with the file. */
export function readLogo(bytes: Uint8Array): Logo | string {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('hex')
  const type = Object.keys(SIGNATURES).find((name) => SIGNATURES[name]?.test(start))
  if (type === undefined) return 'must be a PNG, JPEG or WebP image'
  return bytes.length > MAX_LOGO_BYTES ? `must not be larger than ${MAX_LOGO_BYTES} bytes` : { type, bytes }
}
