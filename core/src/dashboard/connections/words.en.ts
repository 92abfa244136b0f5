import type { ConnectionWords } from './words.es-mx.js'

export const connectionsEn: ConnectionWords = {
  title: 'Ways to get paid',
  about: 'Who charges for you. The money goes straight to your account with them; PayLink never touches it.',
  methods: {
    card: 'cards',
    wallet: 'digital wallets',
    retail_cash: 'cash at stores',
    spei_transfer: 'SPEI',
    bnpl: 'pay later',
    bank_debit: 'bank debit',
    other: 'other methods',
  },
  moreCurrencies: (first, others) =>
    others === 1 ? `${first} and one other currency` : `${first} and ${others} other currencies`,
  thirdParty: (version) => `third-party plugin, version ${version}`,
  connect: 'Connect',
  connectSimulator: 'Use the simulator',
  connectingSimulator: 'Connecting…',
  simulatorAgain: 'Connect the simulator again',
  ownKeys: 'Connect with your keys',
  check: 'Check now',
  checking: (name) => `Asking ${name}…`,
  changeKey: 'Change key',
  newKey: 'Enter the new key',
  disconnect: 'Disconnect',
  missingOne: 'Is yours missing?',
  addPlugin: 'Add a plugin',
  addPluginByCommand: 'The person who installed PayLink can add a plugin.',
  none: 'No provider is installed.',
  facts: {
    account: 'Account',
    checked: 'Last check',
    notifications: 'Notifications',
    address: 'Notification address',
    unknownAccount: 'Not told',
    simulated: 'Simulated: no charge is real',
  },
  fine: 'all good',
  notAsked: 'couldn’t be asked',
  never: 'Not yet',
  registered: 'Registered by us',
  notRegistered: 'Registered there by you',
  lastCame: (registered, when) => `${registered}; the last one came ${when}`,
  noneCame: (registered) => `${registered}; none has come yet`,
  withoutNotifications: 'It sends none; we ask every so often',
  bySimulator: 'By the simulator, inside this server',
  test: 'Test notifications',
  testing: 'Testing…',
  error: {
    title: (name, when) => `${name} has refused your key since ${when}.`,
    others: (name, others) => `No customer can pay with ${name}: links that offered it now show ${others} only.`,
    alone: (name) => `No customer can pay with ${name}, and no other way to get paid works.`,
    pending: (count, isOne) =>
      isOne
        ? 'One payment is pending: it isn’t lost. With the new key we ask how it ended.'
        : `${count} payments are pending: they aren’t lost. With the new key we ask how they ended.`,
    cause: (name) => `This usually happens when a key is renewed or deleted in ${name}’s dashboard.`,
    otherMode: 'The key belongs to the other mode.',
    otherAccount: 'The key belongs to another account.',
    detail: 'Detail',
  },
  outage: {
    title: (name) => `We couldn’t ask ${name} the last time.`,
    then: 'The key is still set and links still offer it. We try again every hour.',
  },
  missing: {
    title: (name) => `The plugin of ${name} is not installed.`,
    then: 'While it is missing, no customer can pay that way and pending payments wait.',
  },
  disabled: {
    title: (name) => `The plugin of ${name} is switched off.`,
    then: 'Plugins says why and who can switch it on. Until then it takes no payments.',
  },
  former: {
    title: (account) => `The former account: ${account}`,
    since: (day) => `Disconnected: ${day}.`,
    open: (count, isOne) =>
      isOne
        ? 'One payment is still open; we keep checking it with the key of that time.'
        : `${count} payments are still open; we keep checking them with the key of that time.`,
    address: 'Don’t remove this address there until then.',
  },
  many: (count) => `more than ${count}`,
  done: {
    connected: (name) => `${name} is connected.`,
    sandbox: (name) => `The simulator of ${name} is connected. No charge is real.`,
    registered: 'We registered the notification address there; there is nothing else to do.',
    toRegister: (name) =>
      `Check the notifications: we did not register them. If you haven’t yet, register this address in ${name}’s dashboard. It works without them, but payments take longer to show.`,
    noWebhooks: 'This provider sends no notifications; we ask every so often.',
    disconnected: (name) => `${name} is disconnected. Your customers are no longer offered it.`,
    good: (name) => `${name} answered: the key works.`,
    refused: (name) => `${name} answered that the key doesn’t work.`,
    unknown: (name) => `We couldn’t ask ${name}. Nothing changed.`,
  },
  where: 'Where to register it',
  form: {
    connect: (name) => `Connect ${name}`,
    change: (name) => `Change the key of ${name}`,
    live: 'For live charges. What you enter is stored encrypted and never shown again, not even to you.',
    test: 'For test mode. What you enter is stored encrypted and never shown again, not even to you.',
    faults: 'Not connected. Check this:',
    buttonLive: (name) => `Connect ${name} for live charges`,
    button: (name) => `Connect ${name}`,
    changeButton: 'Save the key',
    changeLive: 'Save the live key',
    cancel: 'Cancel',
    busy: (name) => `Asking ${name} whether the key works…`,
    foot: (name) => `On connecting we ask ${name} whether the key works. It takes a few seconds.`,
    nothing: 'It asks for nothing.',
    same: 'With a key of the same account nothing else changes. With another account’s, open payments are still checked with the former key.',
    replacesSimulator: 'In test mode it takes the place of the simulator.',
    unverified: 'Your business isn’t described yet. You can connect now; live charges wait until you finish that.',
    describe: 'Describe your business',
  },
  leave: {
    title: (name) => `Disconnect ${name}?`,
    offer: (name) => `Your links stop offering ${name} at once.`,
    alone: 'It is your only way to get paid in this mode: without it no link can be paid.',
    open: (count, isOne) =>
      isOne
        ? 'One payment is still open. The customer can finish it; we keep checking it with this key, and you will see it here.'
        : `${count} payments are still open. Customers can finish them; we keep checking them with this key, and you will see them here.`,
    noneOpen: 'No payment is still open.',
    money: 'What you were paid doesn’t change. The key stays stored, encrypted, to check for refunds.',
    keep: 'Keep it connected',
    confirm: 'Disconnect',
    busy: 'Disconnecting…',
  },
  proof: {
    answered: 'The address responds.',
    answeredThen: (host) =>
      `A message left this server, went to ${host} and came back here: name and proxy work from this network.`,
    elsewhere: (status) => `Something that is not this PayLink answered at that address (status ${status}).`,
    elsewhereThen: (host) => `Check where ${host} leads: your proxy has to pass on all of /hooks/.`,
    silent: 'There was no answer within 5 seconds.',
    silentThen: (host) => `Something listens at ${host} without answering, or a firewall stops it.`,
    unreachable: 'The address could not be reached.',
    unreachableThen: (host) => `This server has no connection to ${host}. Check the name and the certificate.`,
    not_public: 'The address is not visible from the internet.',
    not_publicThen: (host) =>
      `${host} is not https or leads into a private network: providers can’t send notifications there. Until then we ask them every so often. PAYLINK_BASE_URL changes it.`,
    limits: (name) =>
      `What this doesn’t prove: that ${name} reaches it from the internet, and that its signature fits.`,
    last: (name, when) => `Its last notification does prove that. Last notification from ${name}: ${when}.`,
    noLast: (name) =>
      `Its first notification will prove that; none has come yet. Take a payment with ${name} to see it.`,
    sandbox: 'The simulator doesn’t use this address: it delivers its notifications inside this server.',
  },
}
