export type Mode = 'test' | 'live'

export const modeOf = (livemode: boolean): Mode => (livemode ? 'live' : 'test')
