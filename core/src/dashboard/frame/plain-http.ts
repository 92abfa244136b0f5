/** Whether others on the network can read what is typed: http, unless it stays on this machine. */
export function isPlainHttp(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'http:' && !/^(localhost|127\..*|\[::1\]|.*\.localhost)$/.test(hostname)
}
