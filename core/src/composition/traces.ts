import type { Settings } from '@paylink/config'
import { NoTracer, type Tracer } from '../kernel/tracer.js'
import { GuardedClient } from '../outbound/guarded-client.js'
import { VERSION } from '../kernel/version.js'
import type { PeriodicTask } from '../work/periodic-task.js'
import type { Ports } from './ports.js'

/** Where the collector takes traces, below the address of the setting. */
const TRACES_PATH = '/v1/traces'

const INSTANCE_ID_BYTES = 8

export interface Traces {
  tracer: Tracer
  tasks: readonly PeriodicTask[]
  stop(): Promise<void>
}

/** Nothing is loaded or recorded unless the operator has set where traces go. */
export async function openTraces(
  { otelEndpoint }: Settings,
  { clock, random, timer, log }: Pick<Ports, 'clock' | 'random' | 'timer' | 'log'>,
): Promise<Traces> {
  if (otelEndpoint === null) return { tracer: new NoTracer(), tasks: [], stop: () => Promise.resolve() }
  const [{ ExportSpans }, { OtlpTracer }] = await Promise.all([
    import('../tracing/export-spans.js'),
    import('../tracing/otlp-tracer.js'),
  ])
  const collector = {
    url: otelEndpoint.endsWith(TRACES_PATH) ? otelEndpoint : `${otelEndpoint}${TRACES_PATH}`,
    // The operator's own collector, usually on the same machine or in the same network.
    client: new GuardedClient({ allowPrivate: true }),
    resource: {
      'service.name': 'paylink',
      'service.version': VERSION,
      'service.instance.id': Buffer.from(random.bytes(INSTANCE_ID_BYTES)).toString('hex'),
    },
  }
  const exporter = new ExportSpans(collector, timer, log)
  return { tracer: new OtlpTracer(exporter, clock, random), tasks: [exporter], stop: () => exporter.stop() }
}
