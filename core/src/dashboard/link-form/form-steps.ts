import { emptyItem, MAX_ITEMS, MAX_METADATA, type TypedLink, type UsualCodes } from './typed-link.js'

/** The name of the buttons that change the form itself; their value is the step. */
export const STEP = 'step'

/** What a button of the form does without sending it: the same form comes back, changed. */
export function afterStep(typed: TypedLink, step: string, codes: UsualCodes): TypedLink {
  const [verb = '', argument = ''] = step.split(':')
  const index = Number(argument)
  const { items, metadata, order } = typed
  switch (verb) {
    case 'split': {
      const [first = emptyItem(codes), ...rest] = items
      return { ...typed, isSplit: true, items: [{ ...first, name: first.name || typed.title }, ...rest] }
    }
    case 'merge':
      return {
        ...typed,
        isSplit: false,
        items: items.slice(0, 1).map((item) => ({ ...item, name: '', quantity: '1' })),
      }
    case 'add-item':
      return items.length >= MAX_ITEMS ? typed : { ...typed, items: [...items, emptyItem(codes)] }
    case 'remove-item':
      return items.length === 1 ? typed : { ...typed, items: items.filter((_, at) => at !== index) }
    case 'add-data':
      return metadata.length >= MAX_METADATA ? typed : { ...typed, metadata: [...metadata, { key: '', value: '' }] }
    case 'remove-data':
      return { ...typed, metadata: metadata.filter((_, at) => at !== index) }
    case 'up':
      return {
        ...typed,
        order: swapped(order, order.indexOf(argument)),
        chosen: inOrder(typed, order.indexOf(argument)),
      }
    case 'down':
      return {
        ...typed,
        order: swapped(order, order.indexOf(argument) + 1),
        chosen: inOrder(typed, order.indexOf(argument) + 1),
      }
    default:
      return typed
  }
}

/** The field that takes the focus after a step: the new row, or the one before a row that went. */
export function focusAfter(typed: TypedLink, step: string): string | null {
  const [verb = '', argument = ''] = step.split(':')
  const before = Math.max(0, Number(argument) - 1)
  switch (verb) {
    case 'split':
      return 'items[0].name'
    case 'merge':
      return 'items[0].unitPrice'
    case 'add-item':
      return `items[${typed.items.length - 1}].name`
    case 'remove-item':
      return `items[${before}].name`
    case 'add-data':
      return `metadata[${typed.metadata.length - 1}].key`
    case 'remove-data':
      return typed.metadata.length > 0 ? `metadata[${before}].key` : null
    default:
      return null
  }
}

const inOrder = (typed: TypedLink, index: number): string[] =>
  swapped(typed.order, index).filter((provider) => typed.chosen.includes(provider))

/** With the one at `index` and the one before it exchanged. */
function swapped(order: readonly string[], index: number): string[] {
  const list = [...order]
  const [before, moved] = [list[index - 1], list[index]]
  if (before !== undefined && moved !== undefined) list.splice(index - 1, 2, moved, before)
  return list
}
