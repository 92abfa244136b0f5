import type { SetupWords } from './words.es-mx.js'

export const setupEn: SetupWords = {
  steps: ['Your sign-in', 'Your business', 'Getting paid', 'First link'],
  stepOf: (step, name) => `Step ${step} of 4. ${name}`,
  next: 'Continue',
  back: 'Back',
  saving: 'Saving…',
  optional: 'optional',
  faultsTitle: 'Check this',
  start: {
    title: 'Welcome. First, your sign-in',
    about:
      'This link works once, for the person who installed PayLink. You’ll be an owner: you can invite others later.',
    passkey: 'Add a passkey now',
    passkeyAbout: 'You’ll sign in without a password on this device.',
  },
  business: {
    title: 'Your business',
    about: 'This is what people who pay you see. It verifies your business; you can change it at any time.',
    sample: 'Birthday cake',
  },
  ways: {
    title: 'How will you get paid?',
    about:
      'You can start with the simulator, without any account, and connect a provider when you want to charge for real.',
    legend: 'Way to get paid',
    simulator: 'Try the simulator',
    simulatorAbout: 'It works like the real ones, but no charge is real. It’s ready.',
    connect: (provider) => `Connect ${provider}`,
    connectAbout: 'You need its test keys; the live ones come later, in Ways to get paid.',
    checking: 'Asking whether the key works…',
  },
  link: {
    title: 'Your first link',
    about: 'Enter what you charge for and how much. Then you pay it yourself, to see what your customer will see.',
    what: 'What are you charging for?',
    howMuch: 'How much?',
    included: 'VAT included.',
    button: 'Create and pay a test',
    busy: 'Creating link…',
    later: 'Not now, go to the dashboard',
    preview: 'What your customer sees',
    titleFault: 'Enter what you charge for.',
    amountFault: 'Enter how much, such as 150 or 1,150.00.',
    refused: 'It couldn’t be created with these details. Check the amount: each provider has a minimum.',
  },
}
