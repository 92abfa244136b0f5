import {
  agreementFaults,
  capabilityAdvice,
  capabilityFaults,
  hostAdvice,
  hostFaults,
  methodsOf,
  namingFaults,
  packageAdvice,
  packageFaults,
} from '@paylink/plugin-api/rules'
import type { ConformanceCase } from '../conformance-case.js'
import { insist, insistNone } from '../finding.js'

export const MANIFEST: ConformanceCase[] = [
  {
    id: 'C01',
    title: 'the manifest names the plugin',
    run: async ({ plugin }) => insistNone(namingFaults(plugin.manifest)),
  },
  {
    id: 'C02',
    title: 'the manifest names the hosts it calls and the pages it sends payers to',
    run: async ({ plugin }) => insistNone([...hostFaults(plugin.manifest), ...hostAdvice(plugin.manifest)]),
  },
  {
    id: 'C03',
    title: 'the capabilities are complete and in order',
    run: async ({ plugin }) => insistNone([...capabilityFaults(plugin.manifest), ...capabilityAdvice(plugin.manifest)]),
  },
  {
    id: 'C04',
    title: 'the capabilities and the methods agree',
    run: async ({ plugin }) =>
      insistNone(agreementFaults(plugin.manifest, methodsOf(plugin.create()), plugin.simulator !== undefined)),
  },
  {
    id: 'C05',
    title: 'the plugin ships a simulator, which the other cases need',
    run: async ({ plugin }) =>
      insist(
        plugin.simulator,
        'There is no simulator. The other cases run against it: without one they cannot be run, and merchants have no ' +
          'test mode. See docs/extend.md, "The simulator".',
      ),
  },
  {
    id: 'C06',
    title: 'package.json agrees with the manifest',
    run: async ({ plugin, packageJson }) => {
      if (packageJson) insistNone([...packageFaults(packageJson, plugin.manifest), ...packageAdvice(packageJson)])
    },
  },
]
