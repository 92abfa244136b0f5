import { expect } from 'chai'
import type { Environment, Installation } from './command.js'

interface Finding {
  check: string
  ok: boolean
  code: string
  severity: string
  detail: string
}

/** What is set up wrongly, what it is called, and what the operator is told to do. */
export interface Misconfiguration {
  code: string
  remedy: RegExp
  env?: Environment | (() => Environment)
  make?: () => unknown
  undo?: () => unknown
  /** Left out: the command fails. */
  isHint?: boolean
}

/** A test for each: `doctor` finds it, and names its remedy. */
export function itFinds(site: () => Installation, all: Misconfiguration[]): void {
  for (const { code, remedy, env = {}, make, undo, isHint = false } of all) {
    it(`${code}, with its remedy`, async () => {
      await make?.()
      try {
        const answer = await site().runWith(typeof env === 'function' ? env() : env, ['doctor', '--json'])
        const findings: Finding[] = answer.json
        const found = findings.find((one) => one.code === code)
        expect(found?.detail ?? '', JSON.stringify(findings.filter(({ ok }) => !ok))).to.match(remedy)
        expect(found?.ok).to.equal(isHint)
        if (!isHint) expect(answer.code).to.equal(1)
      } finally {
        await undo?.()
      }
    })
  }
}
