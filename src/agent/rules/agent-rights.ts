import { ownValue } from '#shared/own-value.ts'
/** What an agent's visit may do with a call. */
export type AgentRight =
  /** For the member, from the beginning. */
  | 'read'
  /** For the member, after the second step. */
  | 'write'
  /** As any visitor of the shop; nothing of the member is at hand. */
  | 'as-visitor'
  /** Is about the visit itself. */
  | 'own'
  /** Ends the visit first, then goes on as a visitor. */
  | 'ends'
  | 'never'

const readable: readonly string[] = [
  'viewUser', 'listAddresses', 'viewMailPreferences', 'listCards', 'listOrders', 'listUnconfirmedOrders', 'viewInvoice',
  'listSubscriptions', 'viewSubscription', 'listPlanSubscriptions', 'viewSubscriptionChoices',
  'listSubscriptionChanges', 'listCancellationReasons', 'previewChange', 'listImpersonations',
  'previewWithdrawal', 'viewCredit', 'viewGift', 'listReceivedGifts',
] // prettier-ignore

/** Calls that change something for the member, in the words that the member reads. */
const writable: Readonly<Record<string, string>> = {
  updateUser: 'Changed name or phone',
  addAddress: 'Added an address',
  changeAddress: 'Changed an address',
  removeAddress: 'Removed an address',
  setMailPreference: 'Changed which mails come',
  changeSubscription: 'Changed a subscription',
  updateSubscription: 'Changed a subscription',
  moveBillingDate: 'Moved a billing date',
  reactivateSubscription: 'Reactivated a subscription',
  cancelSubscription: 'Cancelled a subscription',
  changeShippingAddress: 'Changed where a subscription ships to',
  skipNextOrder: 'Skipped an order',
  unskipOrder: 'Took back a skip',
  pauseSubscription: 'Paused a subscription',
  resumeSubscription: 'Resumed a subscription',
  addOneTime: 'Added a product to the next order',
  removeOneTime: 'Took a product off the next order',
  undoChange: 'Took back a change',
  cancelChargedOrder: 'Canceled an order that was being charged',
  withdraw: 'Canceled an order that was being charged',
  changeGift: 'Changed a gift',
  resendGift: 'Had a gift mailed again',
}

const passwords = 'Passwords are for the member alone.'
const signInMethods = 'The ways into an account are for the member alone.'
const money = 'What is paid at once, and with which card, is for the member alone.'
const accountData = 'The download and the end of an account are for the member alone.'

/** What no agent ever does, and why; whatever is in no table is refused as well. */
export const deniedToAgents: Readonly<Record<string, string>> = {
  login: signInMethods,
  register: signInMethods,
  verifyAccount: signInMethods,
  useMagicLink: signInMethods,
  startPasskey: signInMethods,
  addPasskey: signInMethods,
  listPasskeys: signInMethods,
  renamePasskey: signInMethods,
  removePasskey: signInMethods,
  startPasskeySignIn: signInMethods,
  passkeySignIn: signInMethods,
  startSignOn: signInMethods,
  googleSignon: signInMethods,
  facebookSignon: signInMethods,
  viewProof: signInMethods,
  proveByPassword: signInMethods,
  mailProofCode: signInMethods,
  proveByCode: signInMethods,
  startPasskeyProof: signInMethods,
  proveByPasskey: signInMethods,
  viewSignInMethods: signInMethods,
  disconnectSignOn: signInMethods,
  listSessions: signInMethods,
  revokeSession: signInMethods,
  signOutEverywhere: signInMethods,
  setPassword: passwords,
  resetPassword: passwords,
  changePassword: passwords,
  recover: passwords,
  mailPasswordLink: passwords,
  changeEmail: 'The email is for the member alone.',
  confirmEmail: 'The email is for the member alone.',
  stopEmailChange: 'The email is for the member alone.',
  purchase: money,
  orderNow: money,
  changeBilling: money,
  chooseDefaultCard: money,
  removeCard: money,
  confirmOrder: 'Whose an order is, only the member says.',
  exportUser: accountData,
  deleteAccount: accountData,
}

interface EndpointAccess {
  readonly name: string
  readonly access: 'anyone' | 'member' | 'agent' | 'machine'
}

/** Refused unless it is named, or for everybody anyway. */
export const agentRight = ({ name, access }: EndpointAccess): AgentRight => {
  if (Object.hasOwn(deniedToAgents, name) || access === 'machine') return 'never'
  if (name === 'signOut') return 'ends'
  if (access === 'agent') return 'own'
  if (readable.includes(name)) return 'read'
  if (Object.hasOwn(writable, name)) return 'write'
  return access === 'anyone' ? 'as-visitor' : 'never'
}

/** Every call that the tables name; each has to exist. */
export const endpointsNamedForAgents: readonly string[] = [
  ...readable,
  ...Object.keys(writable),
  ...Object.keys(deniedToAgents),
  'signOut',
]

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined

const isRequested = (value: unknown): boolean => value === true || value === 'true'

/** Why a payload is refused although its call is allowed: money would be taken at once, or from another card. */
export const agentRefusal = (payload: unknown): string | null => {
  const change = field(payload, 'change')
  const action = field(change, 'action')
  const chargesNow = isRequested(field(payload, 'order_now')) || isRequested(field(change, 'order_now'))
  return chargesNow || action === 'order-now' || action === 'change-payment-method' ? money : null
}

const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 60) : '')

/** What was done and to what, as it is kept: the call, what its change is called, and the id of what was changed. */
export const auditedActionOf = (payload: unknown): { readonly action: string; readonly subject: string } => ({
  action: text(field(field(payload, 'change'), 'action')),
  subject: text(field(payload, 'subscription_id')) || text(field(payload, 'id')),
})

/** A write in the words that the member reads. */
export const actionDescription = (call: string, action: string): string => {
  const description = ownValue(writable, call) ?? 'Changed something'
  return action === '' ? description : `${description}: ${action.replaceAll('-', ' ')}`
}
