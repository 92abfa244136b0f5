import { expect } from 'chai'
import type { Reply } from './appliance.js'

const MEMBERS = ['type', 'title', 'status', 'code', 'detail', 'errors']

/** A problem as the specification has it (R2, R156): with exactly these field paths, when any are given. */
export function expectProblem(reply: Reply, status: number, code: string, ...paths: string[]): void {
  expect({ status: reply.status, code: reply.body.code }, reply.text).to.deep.equal({ status, code })
  expect(reply.headers.get('content-type')).to.equal('application/problem+json')
  expect(MEMBERS).to.include.members(Object.keys(reply.body as object))
  expect(reply.body.status).to.equal(status)
  expect(reply.body.title).to.be.a('string').that.is.not.empty
  expect(new URL(reply.body.type as string).pathname).to.equal(`/problems/${code}`)
  if (code === 'validation_error') expect(pathsOf(reply), reply.text).to.not.be.empty
  if (paths.length > 0) expect(pathsOf(reply), reply.text).to.have.members(paths)
}

export const pathsOf = (reply: Reply): string[] =>
  ((reply.body.errors ?? []) as { path: string }[]).map(({ path }) => path)
