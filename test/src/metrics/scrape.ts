import type { TestAppliance } from '../support/appliance.js'

export const METRICS_TOKEN = 'metrics-token-of-the-suite'

export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g

/** What `/metrics` has to say, read as Prometheus reads it. Fails for a line that is none. */
export async function scrape(paylink: TestAppliance): Promise<Sample[]> {
  const reply = await paylink.get('/metrics', { key: METRICS_TOKEN })
  if (reply.status !== 200) throw new Error(`not scraped: ${reply.status} ${reply.text}`)
  return reply.text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, labels = '', value] = SAMPLE.exec(line) ?? []
      if (name === undefined) throw new Error(`not a sample: ${line}`)
      const pairs = [...labels.matchAll(LABEL)].map(([, label, text]) => [label, text])
      return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) }
    })
}

/** Those of this name whose labels include these. */
export const samplesOf = (samples: Sample[], name: string, labels: Record<string, string> = {}): Sample[] =>
  samples.filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )

/** Their sum; undefined: there is none. */
export function valueOf(samples: Sample[], name: string, labels: Record<string, string> = {}): number | undefined {
  const found = samplesOf(samples, name, labels)
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0)
}
