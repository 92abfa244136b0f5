/**
 * The rules of a valid plugin. The conformance kit and the appliance apply the same rules in the same words; the advice
 * is checked by the kit alone.
 *
 * @packageDocumentation
 */
export { configFaults, secretFaults } from './config-rules.js'
export { faultOfValue } from './config-values.js'
export { invoicingAgreementFaults, invoicingMethodsOf } from './invoicing-rules.js'
export { placeIn, wordsOfError } from './fault-of-error.js'
export { type Faults, shown } from './fault.js'
export {
  allowedHostFaults,
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
