import type { CallToolResult } from '@modelcontextprotocol/server'
import { type Approval, approvalUrl } from '../agents/approval.js'
import type { BaseUrl } from '../kernel/named.js'
import { fenced } from './tool-result.js'

/** What a client shows before it opens the page on which a person decides. */
export const approvalMessage = ({ operation }: Approval): string =>
  `${operation} needs the approval of a person of the business. Open the page, check what is asked for, and decide there.`

/** For clients that cannot open a page themselves: the call was not executed, and how it can be. */
export function approvalRequired(approval: Approval, baseUrl: BaseUrl): CallToolResult {
  const { id, operation, expiresAt } = approval
  const url = approvalUrl(baseUrl, approval)
  const structured = { approval: { status: 'approval_required', id, operation, url, expiresAt } }
  const text = `Not executed: a person must approve this call. Ask them to open ${url} and decide by ${expiresAt}. Then repeat exactly this call with the same idempotencyKey. Do not try another way.`
  return {
    isError: true,
    content: [{ type: 'text', text: `${text}\n${fenced(JSON.stringify(structured))}` }],
    structuredContent: structured,
  }
}
