// What other modules use of changes: the desk, for staff who act for a member.
export { changesOf } from './change-history.ts'
export { commitChange, previewChange } from './change-subscription.ts'
export { choicesOf } from './subscription-choices.ts'
export { wireSubscription } from '#subscription/server/wire-subscription.ts'
export type { RenewalDeps as ChangeDeps } from '#subscription/renewal/server/open-renewals.ts'
