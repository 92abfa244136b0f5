import type { SimulatorContext } from '@paylink/plugin-api'

export function unixNow(sim: SimulatorContext): number {
  return Math.floor(sim.now().getTime() / 1000)
}
