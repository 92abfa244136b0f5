/**
 * What a valid plugin is. The conformance kit tells its author, and the appliance refuses one that is not, by the same
 * rules and in the same words. What is only advice, the kit alone insists on.
 *
 * @packageDocumentation
 */
export { configFaults, secretFaults } from './config-rules.js'
export { faultOfValue } from './config-values.js'
export { placeIn, wordsOfError } from './fault-of-error.js'
export { type Faults, shown } from './fault.js'
export {
  capabilityAdvice,
  capabilityFaults,
  hostAdvice,
  hostFaults,
  isProviderId,
  METHOD_TYPES,
  namingFaults,
  PROVIDER_ID,
} from './manifest-rules.js'
export { isMain, MAIN, packageAdvice, packageFaults } from './package-rules.js'
export { agreementFaults, faultOfLimits, methodsOf, type ProviderMethod } from './provider-rules.js'
