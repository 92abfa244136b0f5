import { invalid } from './refusal.js'

export function numberIn(
  query: URLSearchParams,
  name: string,
  { default: unset, max }: { default: number; max: number },
) {
  const text = query.get(name)
  if (text === null) return unset
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (value < 1) throw invalid(name, 'too_small', 'must be a number of at least 1')
  if (value > max) throw invalid(name, 'too_large', `must be less than or equal to ${max}`)
  return value
}
