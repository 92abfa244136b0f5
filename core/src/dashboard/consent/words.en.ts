import type { ConsentWords } from './words.es-mx.js'

export const consentEn: ConsentWords = {
  title: (program) => `Connect “${program}” to your account?`,
  about: (merchant) => `It asks to work on your behalf at ${merchant}. You decide what it can do, and up to how much.`,
  facts: { program: 'Who asks', returns: 'Sends you back to', person: 'On behalf of' },
  unverified: 'Name not verified',
  verified: (host) => `From ${host}`,
  yourComputer: 'this computer',
  modes: {
    live: { name: 'Live', text: 'What it does is real: its links charge your customers money.' },
    test: { name: 'Test mode', text: 'No charge is real. It will not be able to do anything in live mode.' },
  },
  warnings: {
    unverified: {
      title: 'Any program can call itself this.',
      text: 'Go on only if you have just started the connection yourself, in the program. If you came by a link that someone sent you, do not allow it.',
    },
    loopback: {
      title: 'The access goes to a program on this computer.',
      text: 'Go on only if you opened that program and this is your computer.',
    },
  },
  scopes: 'It will be able to',
  scopesHint: 'Untick what it does not need.',
  controls: 'Within these limits',
  controlsHint: 'You can change them later under Agents.',
  allow: { live: 'Allow in live mode', test: 'Allow in test mode' },
  busy: 'Connecting…',
  refuse: 'Don’t allow',
  after: 'You can remove its access at any time, under Settings › Agents.',
  refused: 'Something needs correcting',
  faults: { scopes: 'Leave at least one thing ticked, or don’t allow it.' },
  locked: {
    title: 'You can’t connect it in live mode yet',
    text: 'First complete the details of your business. Meanwhile you can connect it in test mode: use this address in the program.',
  },
  decided: {
    allowed: { title: 'You allowed it', text: (program) => `“${program}” has the access that you gave it.` },
    denied: { title: 'You did not allow it', text: (program) => `“${program}” got no access.` },
    goOn: (program) => `Back to “${program}”`,
    agents: 'See your agents',
  },
  ended: {
    title: 'This request is over',
    text: 'It was answered, or more than an hour has passed. Nothing else was connected. Go back to the program and start again.',
  },
  elsewhere: {
    title: 'This request did not begin in this browser',
    text: 'To keep others from making you connect a program of theirs, a request can only be decided in the browser where it began. Go back to the program, start again, and open the address that it gives you here.',
  },
  home: 'Go to your dashboard',
}
