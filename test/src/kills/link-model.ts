/** What a client asks of one link. */
export type Call =
  | { name: 'create' | 'update'; title: string }
  | { name: 'pay'; address: string }
  | { name: 'open' | 'disable' | 'mark_paid' | 'read' | 'sync' }
  /** The final read, when nothing is in flight. */
  | { name: 'settled' }

/** The client's answer. */
export interface Answer {
  status: number
  /** Of a problem. */
  code?: string
  /** Another request held a lock for too long: nothing was written. */
  isLocked?: boolean
  /** The link as it was shown; the answer to its creation leaves the title out. */
  link?: { status: string; title?: string }
  /** Where an opened checkout leads. */
  address?: string
  /** Did the provider's page take the payer on to the merchant? */
  isPaid?: boolean
  /** A payment's status, from `sync`. */
  payment?: string
}

/** A link as one client after another would see it, with what the provider knows. */
export interface LinkState {
  status: 'none' | 'active' | 'processing' | 'paid' | 'disabled'
  title: string
  /** The checkout that holds the link. */
  current: string | null
  sessions: Readonly<Record<string, 'open' | 'paid' | 'closed'>>
}

export const NO_LINK: LinkState = { status: 'none', title: '', current: null, sessions: {} }

/** A checkout whose opening was cut off: the service knows where it is, no client does. */
const SOMEWHERE = 'somewhere'

const holder = ({ current, sessions }: LinkState): 'open' | 'paid' | 'closed' | undefined =>
  current === null ? undefined : sessions[current]

const isBusy = ({ code }: Answer): boolean => code === 'request_in_flight'
const when = (isSo: boolean, state: LinkState): LinkState[] => (isSo ? [state] : [])

/** The states in which the link may be after this answer was given; none, if it cannot have been. */
export function afterAnswer(state: LinkState, call: Call, answer: Answer): LinkState[] {
  const { status } = state
  if (answer.isLocked) return [state]
  switch (call.name) {
    case 'create':
      return answer.status === 201 && answer.link?.status === 'active' ? create(state, call.title) : []
    case 'update':
      if (answer.status === 400) return when(status === 'disabled', state)
      if (answer.status === 409) return when(status === 'paid', state)
      return answer.link?.status === status && answer.link.title === call.title ? update(state, call.title) : []
    case 'open':
      if (answer.address !== undefined) return opened(state, answer.address)
      if (answer.status === 400) return when(status === 'disabled', state)
      if (answer.status !== 409) return []
      // The provider, or the database of its simulator, broke down: what became of the checkout is found out later.
      if (status === 'active') return opened(state, SOMEWHERE)
      return when(status === 'processing' || status === 'paid', state)
    case 'pay':
      if (answer.isPaid) return state.sessions[call.address] === 'paid' ? [state] : pay(state, call.address)
      return when(state.sessions[call.address] === 'closed', state)
    case 'disable':
      if (answer.status === 200) return status === 'disabled' ? [state] : disable(state)
      if (answer.code === 'link_already_paid') return status === 'paid' ? [state] : settle(state)
      return when((isBusy(answer) || answer.status === 503) && status === 'processing', state)
    case 'mark_paid':
      if (answer.status === 200) return markPaid(state)
      if (answer.code === 'link_already_paid') return when(status === 'paid', state)
      return when(isBusy(answer) && status === 'processing', state)
    case 'read':
      return when(answer.link?.status === status && answer.link.title === state.title, state)
    case 'settled': {
      const isQuiet = state.current === null || holder(state) === 'open'
      return when(isQuiet && answer.link?.status === status && answer.link.title === state.title, state)
    }
    case 'sync':
      // Two who ask about one payment: one of them is refused.
      if (isBusy(answer)) return [state]
      if (answer.payment === 'pending') return when(status === 'processing', state)
      if (answer.payment === 'succeeded') return status === 'paid' ? [state] : settle(state)
      return when(answer.payment === 'canceled' && Object.values(state.sessions).includes('closed'), state)
  }
}

/** What an unanswered request may have done, besides nothing. */
export function afterNoAnswer(state: LinkState, call: Call): LinkState[] {
  switch (call.name) {
    case 'create':
      return create(state, call.title)
    case 'update':
      return update(state, call.title)
    case 'open':
      return state.status === 'active' ? opened(state, SOMEWHERE) : []
    case 'pay':
      return pay(state, call.address)
    case 'disable':
      return disable(state)
    case 'mark_paid':
      return markPaid(state)
    case 'read':
    case 'sync':
    case 'settled':
      return []
  }
}

/** What happens without a request. `isDisabling`: a client may be closing the checkout. */
export function spontaneous(state: LinkState, isDisabling: boolean): LinkState[] {
  const { current, sessions } = state
  if (current === null) return []
  const isOver = holder(state) === 'closed'
  return [
    ...settle(state),
    ...when(isOver, { ...state, status: 'active', current: null }),
    ...when(isDisabling && holder(state) === 'open', { ...state, sessions: { ...sessions, [current]: 'closed' } }),
  ]
}

const create = (state: LinkState, title: string): LinkState[] =>
  when(state.status === 'none', { ...state, status: 'active', title })

const update = (state: LinkState, title: string): LinkState[] =>
  when(state.status === 'active' || state.status === 'processing', { ...state, title })

const disable = (state: LinkState): LinkState[] => when(state.status === 'active', { ...state, status: 'disabled' })

const markPaid = (state: LinkState): LinkState[] =>
  when(state.status === 'active' || state.status === 'disabled', { ...state, status: 'paid' })

/** The money of the checkout that holds the link was heard of. */
const settle = (state: LinkState): LinkState[] =>
  when(state.status === 'processing' && holder(state) === 'paid', { ...state, status: 'paid', current: null })

const pay = (state: LinkState, address: string): LinkState[] =>
  when(state.sessions[address] === 'open', { ...state, sessions: { ...state.sessions, [address]: 'paid' } })

function opened(state: LinkState, address: string): LinkState[] {
  const { status, current, sessions } = state
  if (status === 'processing' && current === address) return [state]
  if (address in sessions && address !== SOMEWHERE) return []
  if (status === 'active') {
    return [{ ...state, status: 'processing', current: address, sessions: { ...sessions, [address]: 'open' } }]
  }
  const { [SOMEWHERE]: found, ...others } = sessions
  if (status !== 'processing' || current !== SOMEWHERE || found === undefined) return []
  return [{ ...state, current: address, sessions: { ...others, [address]: found } }]
}
