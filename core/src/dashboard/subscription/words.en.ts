import type { SubscriptionWords } from './words.es-mx.js'

export const subscriptionEn: SubscriptionWords = {
  title: 'Subscription',
  about: 'Your PayLink plan. With it you can create live links. Applies to both modes.',
  active: 'Active',
  inactive: 'Inactive',
  renews: (date) => `It renews on ${date}.`,
  manage: 'Manage your plan',
  without: 'Without an active plan, live links can’t be created. Those that exist can be paid.',
  unavailable: 'We couldn’t ask about your plan.',
  unavailableThen: 'Your links are still being paid. Reload this page in a few minutes.',
}
