import type { Subscription } from '../endpoints.ts'

type State = Subscription['state']

/** The color of a state's badge. */
export const badgeOf = (state: State): 'ok' | 'off' | 'danger' => {
  switch (state) {
    case 'active':
    case 'future':
      return 'ok'
    case 'paused':
    case 'canceled':
    case 'expired':
      return 'off'
    case 'failed':
      return 'danger'
    default:
      return state satisfies never
  }
}
