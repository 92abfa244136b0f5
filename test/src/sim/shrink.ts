import { type Plan, runSteps } from './seeds.js'
import type { Step } from './decisions.js'
import type { Template } from './template.js'

/** The shortest list of steps found in the time given that still breaks the same invariant. */
export async function shrink(
  template: Template,
  plan: Plan,
  steps: Step[],
  invariant: string,
  milliseconds: number,
): Promise<Step[]> {
  const until = performance.now() + milliseconds
  const stillFails = async (candidate: Step[]): Promise<boolean> =>
    (await runSteps(template, plan, candidate)).finding?.invariant === invariant
  let shortest = steps
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    // From the end, where superfluous steps are likeliest.
    for (let end = shortest.length; end > 0 && performance.now() < until; end -= size) {
      const candidate = [...shortest.slice(0, Math.max(0, end - size)), ...shortest.slice(end)]
      if (await stillFails(candidate)) shortest = candidate
    }
  }
  for (let at = 0; at < shortest.length && performance.now() < until; at++) {
    const candidate = shortest.map((step, index): Step => (index === at ? [step[0]] : step))
    if ((shortest[at]?.length ?? 0) > 1 && (await stillFails(candidate))) shortest = candidate
  }
  return shortest
}
