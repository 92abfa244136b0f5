/** One turn of a run: what is done, and every choice made while it was done. */
export type Step = [act: string, ...choices: number[]]

/** What may be done next, and how likely it is to be. */
export type Acts = readonly (readonly [act: string, weight: number])[]

/**
 * All random choices of a run. They are recorded step by step, so that a run can be
 * repeated, and shortened, without its seed. 0 is always the harmless choice: a choice cut away becomes harmless.
 */
export abstract class Decisions {
  readonly trace: Step[] = []
  /** Faults are over: every choice is now the harmless one. */
  isQuiet = false

  /** What to do next; null: the run has been long enough. */
  next(acts: Acts): string | null {
    const act = this.choose(acts)
    if (act !== null) this.trace.push([act])
    return act
  }

  /** A whole number from 0 up to, not including, `n`. */
  below(n: number): number {
    if (this.isQuiet || n <= 1) return 0
    const choice = this.draw(n)
    this.trace.at(-1)?.push(choice)
    return choice
  }

  /** True about once in `n` times. */
  oneIn(n: number): boolean {
    return this.below(n) === n - 1 && n > 1
  }

  /** The first is the harmless one. */
  pick<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)]
    if (value === undefined) throw new Error('there is nothing to choose from')
    return value
  }

  /** Every other time one of the preferred, if any: rare cases worth trying. */
  prefer<T>(all: readonly T[], isWanted: (one: T) => boolean): T {
    const wanted = all.filter(isWanted)
    return this.pick(wanted.length > 0 && this.oneIn(2) ? wanted : all)
  }

  protected abstract choose(acts: Acts): string | null
  protected abstract draw(n: number): number
}

/** splitmix32: a small generator that gives the same numbers for the same seed everywhere. */
export function generator(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 0x1_0000_0000
  }
}

/** Runs of `steps` steps that follow from a seed. */
export class SeededDecisions extends Decisions {
  private readonly random: () => number

  constructor(
    seed: number,
    private readonly steps: number,
  ) {
    super()
    this.random = generator(seed)
  }

  protected choose(acts: Acts): string | null {
    if (this.trace.length >= this.steps) return null
    const total = acts.reduce((sum, [, weight]) => sum + weight, 0)
    let point = this.random() * total
    for (const [act, weight] of acts) {
      point -= weight
      if (point < 0) return act
    }
    return acts.at(-1)?.[0] ?? null
  }

  protected draw(n: number): number {
    return Math.floor(this.random() * n)
  }
}

/** Runs that repeat a trace. A step that cannot be done now is left out; a choice that is missing is harmless. */
export class ReplayedDecisions extends Decisions {
  private position = 0
  private choices: number[] = []

  constructor(private readonly steps: readonly Step[]) {
    super()
  }

  protected choose(acts: Acts): string | null {
    for (let step = this.steps[this.position++]; step; step = this.steps[this.position++]) {
      const [act, ...choices] = step
      if (!acts.some(([possible]) => possible === act)) continue
      this.choices = choices
      return act
    }
    return null
  }

  protected draw(n: number): number {
    return (this.choices.shift() ?? 0) % n
  }
}
