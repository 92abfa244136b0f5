import { expect } from 'chai'
import { explain } from './explain.js'
import type { Operation } from './history.js'
import type { Answer, Call } from './link-model.js'

const A = 'https://provider/1'
const B = 'https://provider/2'
const shown = (status: string, title = 'one'): Answer => ({ status: 200, link: { status, title } })
const PROBLEM = { busy: { status: 409, code: 'request_in_flight' }, paid: { status: 409, code: 'link_already_paid' } }

/** An operation from `from` to `to`; without an answer it was cut off. */
const at = (from: number, to: number | null, call: Call, answer: Answer | null = null): Operation => ({
  call,
  from,
  to,
  answer,
})
const created = at(1, 2, { name: 'create', title: 'one' }, { status: 201, link: { status: 'active', title: 'one' } })
const opened = (from: number, to: number, address = A): Operation =>
  at(from, to, { name: 'open' }, { status: 303, address })
const paid = (from: number, to: number, isPaid = true): Operation =>
  at(from, to, { name: 'pay', address: A }, { status: 303, isPaid })
const read = (from: number, to: number, status: string, title = 'one'): Operation =>
  at(from, to, { name: 'read' }, shown(status, title))

const histories: [title: string, isPossible: boolean, operations: Operation[]][] = [
  ['a life in good order', true, [created, opened(3, 4), paid(5, 6), read(7, 8, 'processing'), read(9, 10, 'paid')]],
  ['a link that is read before it was made', false, [at(3, 4, created.call, created.answer), read(1, 2, 'active')]],
  ['a title that no client gave', false, [created, read(3, 4, 'active', 'two')]],
  [
    'an update seen by one and not yet by the other, at the same time',
    true,
    [
      created,
      at(3, 8, { name: 'update', title: 'two' }, shown('active', 'two')),
      read(4, 5, 'active'),
      read(6, 7, 'active', 'two'),
    ],
  ],
  [
    'an update that is seen, and then is not',
    false,
    [
      created,
      at(3, 8, { name: 'update', title: 'two' }, shown('active', 'two')),
      read(4, 5, 'active', 'two'),
      read(6, 7, 'active'),
    ],
  ],
  [
    'an acknowledged update that was lost',
    false,
    [created, at(3, 4, { name: 'update', title: 'two' }, shown('active', 'two')), read(5, 6, 'active')],
  ],
  [
    'an update that was cut off, and comes through later',
    true,
    [created, at(3, null, { name: 'update', title: 'two' }), read(5, 6, 'active'), read(7, 8, 'active', 'two')],
  ],
  ['an update that was cut off, and never comes', true, [created, at(3, null, { name: 'update', title: 'two' })]],
  ['two addresses for one checkout', false, [created, opened(3, 4), opened(5, 6, B)]],
  [
    'a checkout whose opening was cut off, and is found again',
    true,
    [created, at(3, null, { name: 'open' }), opened(5, 6)],
  ],
  [
    'an opening whose outcome was not known, and that came through',
    true,
    [created, at(3, 6, { name: 'open' }, PROBLEM.busy), read(4, 5, 'processing'), opened(7, 8)],
  ],
  [
    'an opening refused as busy by a link that stays free',
    false,
    [created, at(3, 4, { name: 'open' }, PROBLEM.busy), at(5, 6, { name: 'settled' }, shown('active'))],
  ],
  [
    'money that the link forgets',
    false,
    [created, opened(3, 4), paid(5, 6), read(7, 8, 'paid'), read(9, 10, 'active')],
  ],
  [
    'money that never arrives, though all is quiet',
    false,
    [created, opened(3, 4), paid(5, 6), at(7, 8, { name: 'settled' }, shown('processing'))],
  ],
  [
    'money and a link that is disabled for good',
    false,
    [created, opened(3, 4), paid(5, 9), at(6, 7, { name: 'disable' }, shown('disabled')), read(10, 11, 'disabled')],
  ],
  [
    'disabling that closes the checkout before it is paid',
    true,
    [
      created,
      opened(3, 4),
      at(5, 10, { name: 'disable' }, shown('disabled')),
      read(6, 7, 'active'),
      paid(8, 9, false),
      read(11, 12, 'disabled'),
    ],
  ],
  [
    'a checkout closed by one who disables, was cut off, and is told that the link is busy',
    true,
    [
      created,
      opened(3, 4),
      at(5, 10, { name: 'disable' }, PROBLEM.busy),
      read(6, 7, 'processing'),
      at(11, 12, { name: 'settled' }, shown('active')),
    ],
  ],
  ['a checkout that closes though no client disables', false, [created, opened(3, 4), paid(5, 6, false)]],
  [
    'a payment recorded twice',
    false,
    [created, at(3, 4, { name: 'mark_paid' }, shown('paid')), at(5, 6, { name: 'mark_paid' }, shown('paid'))],
  ],
  [
    'a payment recorded, and refused the second time',
    true,
    [created, at(3, 6, { name: 'mark_paid' }, shown('paid')), at(4, 5, { name: 'mark_paid' }, PROBLEM.paid)],
  ],
  [
    'a payment recorded while a checkout is open',
    false,
    [created, opened(3, 4), at(5, 6, { name: 'mark_paid' }, shown('paid'))],
  ],
  ['a refusal as busy of a link that is free', false, [created, at(3, 4, { name: 'mark_paid' }, PROBLEM.busy)]],
  [
    'a refusal because of a lock that another request holds',
    true,
    [created, at(3, 4, { name: 'mark_paid' }, { ...PROBLEM.busy, isLocked: true })],
  ],
  [
    'a sync that settles what was paid',
    true,
    [created, opened(3, 4), paid(5, 6), at(7, 8, { name: 'sync' }, { status: 200, payment: 'succeeded' })],
  ],
  [
    'a sync that reports money that was not paid',
    false,
    [created, opened(3, 4), at(5, 6, { name: 'sync' }, { status: 200, payment: 'succeeded' })],
  ],
]

describe('the history checker', () => {
  for (const [title, isPossible, operations] of histories) {
    it(`${isPossible ? 'explains' : 'does not explain'} ${title}`, () => {
      expect(explain(operations).isPossible).to.equal(isPossible)
    })
  }

  it('judges a long history with much at the same time', () => {
    const reads = Array.from({ length: 60 }, (_, index) => read(10 + index, 80 + index, 'processing'))
    const history = [created, opened(3, 4), at(5, null, { name: 'update', title: 'two' }), ...reads]
    expect(explain([...history, at(200, 201, { name: 'settled' }, shown('processing'))]).isPossible).to.equal(true)
    expect(explain([...history, at(200, 201, { name: 'settled' }, shown('paid'))]).isPossible).to.equal(false)
  })
})
