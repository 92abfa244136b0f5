import type { ProviderFormWords } from './words.es-mx.js'

export const providerFormEn: ProviderFormWords = {
  optional: 'optional',
  where: 'Where to find it',
  more: 'Options hardly anyone needs',
  moreValue: 'Already set',
  choose: 'Choose',
  yes: 'Yes',
  no: 'No',
  show: 'Show',
  hide: 'Hide',
  required: (label) => `Enter: ${label}.`,
  wrongForm: (label) => `Check: ${label}. It doesn’t look as it usually does; perhaps part of it wasn’t copied.`,
  wrongNumber: 'Enter a whole number within the limits.',
  wrongUrl: 'Enter only the start of the address, such as https://api.example.com.',
  wrongChoice: 'Choose one of the options.',
  wrongPem: 'Paste the whole key, from -----BEGIN to -----END.',
  refused: (provider) => `${provider} didn’t accept this. Check it; nothing was saved.`,
  refusedKey: (provider) => `${provider} didn’t accept this key. Check it; nothing was saved.`,
  detail: (sentence) => `Detail: “${sentence}”`,
  otherMode: {
    live: (provider) =>
      `${provider} says this is a test key. You are connecting live charges: copy the live key, or connect it in test mode.`,
    test: (provider) =>
      `${provider} says this is a live key. You are connecting test mode: copy the test key, or connect it in live mode.`,
  },
  unavailable: (provider) =>
    `We couldn’t ask ${provider} whether the key works. Nothing was saved; try again in a moment.`,
  changedMeanwhile:
    'The connection changed while you were saving. Yours was not saved; see how it is now and try again.',
}
