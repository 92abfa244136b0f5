import type { MailReport } from '@paylink/plugin-api'
export async function readReport(raw: Uint8Array): Promise<MailReport[]> {
  void raw
  return []
}
