/** `a***@example.com`: the owner recognizes the address; another holder of the link cannot read it. */
export function maskedAddress(address: string): string {
  const [first = ''] = address
  const at = address.lastIndexOf('@')
  return at > 0 ? `${first}***${address.slice(at)}` : '***'
}
