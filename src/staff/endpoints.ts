import { z } from 'zod'
import { Email } from '#shared/address.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { Assertion, PasskeyName, PasskeyOptions, Registration } from '#shared/passkey-schema.ts'
import { StaffRoleName } from '#shared/staff.ts'

const token = z.string().max(200)
const done = z.object({ success: z.literal(true) })

const atDesk = { spec: 'shop', agent: 'denied: desk' } as const
const own = { ...atDesk, access: 'staff', permission: 'own' } as const
const team = { ...atDesk, access: 'staff', permission: 'team' } as const

const PersonName = z
  .string('Please enter your name.')
  .trim()
  .min(1, 'Please enter your name.')
  .max(80, 'Please enter a shorter name.')

/** Whom a one-time link is for, for the page that makes a passkey; nothing is used up. */
export const viewStaffLink = defineEndpoint({
  ...atDesk,
  name: 'viewStaffLink',
  method: 'GET',
  path: '/api/desk/join/{token}/',
  access: 'anyone',
  limit: ['attempt'],
  payload: z.object({ token }),
  reply: z.object({ email: z.string(), name: z.string(), role: StaffRoleName }),
  errors: ['LINK_EXPIRED', 'TOO_MANY_REQUESTS'],
})

export const startStaffPasskey = defineEndpoint({
  ...atDesk,
  name: 'startStaffPasskey',
  method: 'POST',
  path: '/api/desk/join/{token}/start/',
  access: 'anyone',
  limit: ['attempt'],
  payload: z.object({ token }),
  reply: PasskeyOptions,
  errors: ['LINK_EXPIRED', 'TOO_MANY_REQUESTS'],
})

/** Saves the passkey that answered `startStaffPasskey` in this browser, uses the link up, and signs in. */
export const addStaffPasskey = defineEndpoint({
  ...atDesk,
  name: 'addStaffPasskey',
  method: 'POST',
  path: '/api/desk/join/{token}/',
  access: 'anyone',
  limit: ['attempt'],
  payload: z.object({ token, name: PersonName, passkey_name: PasskeyName, credential: Registration }),
  reply: done,
  errors: ['VALIDATION_ERROR', 'LINK_EXPIRED', 'SIGN_ON_FAILED', 'TOO_MANY_REQUESTS'],
})

/** Asks for any passkey of staff that the browser has; the response reveals nobody. */
export const startDeskSignIn = defineEndpoint({
  ...atDesk,
  name: 'startDeskSignIn',
  method: 'POST',
  path: '/api/desk/sign-in/start/',
  access: 'anyone',
  limit: ['lookup'],
  payload: z.object({}),
  reply: PasskeyOptions,
  errors: ['TOO_MANY_REQUESTS'],
})

export const deskSignIn = defineEndpoint({
  ...atDesk,
  name: 'deskSignIn',
  method: 'POST',
  path: '/api/desk/sign-in/',
  access: 'anyone',
  limit: ['attempt'],
  payload: z.object({ credential: Assertion }),
  reply: done,
  errors: ['VALIDATION_ERROR', 'SIGN_ON_FAILED', 'TOO_MANY_REQUESTS'],
})

export const deskSignOut = defineEndpoint({
  ...own,
  name: 'deskSignOut',
  method: 'POST',
  path: '/api/desk/sign-out/',
  limit: { none: 'ends the own session' },
  payload: z.object({}),
  reply: done,
  errors: ['UNAUTHENTICATED'],
})

// The longest names an address and kinds of events.
const action = z.string().min(1).max(1000)

/** Asks for a passkey of the person again, for an action above a limit. */
export const startStepUp = defineEndpoint({
  ...own,
  name: 'startStepUp',
  method: 'POST',
  path: '/api/desk/step-up/start/',
  limit: ['attempt'],
  payload: z.object({}),
  reply: PasskeyOptions,
  errors: ['UNAUTHENTICATED', 'TOO_MANY_REQUESTS'],
})

/** The passkey counts for this one action, for a few minutes. */
export const stepUp = defineEndpoint({
  ...own,
  name: 'stepUp',
  method: 'POST',
  path: '/api/desk/step-up/',
  limit: ['attempt'],
  payload: z.object({ action, credential: Assertion }),
  reply: done,
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR', 'SIGN_ON_FAILED', 'TOO_MANY_REQUESTS'],
})

/** The person, their passkeys and where they are signed in. */
export const viewDeskPerson = defineEndpoint({
  ...own,
  name: 'viewDeskPerson',
  method: 'GET',
  path: '/api/desk/person/',
  limit: { none: 'reads what is their own' },
  payload: z.object({}),
  reply: z.object({
    name: z.string(),
    email: z.string(),
    role: StaffRoleName,
    passkeys: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        created_at: z.string(),
        last_used_at: z.string().nullable(),
      }),
    ),
    sessions: z.array(
      z.object({
        id: z.string(),
        user_agent: z.string(),
        last_seen_at: z.string(),
        is_this: z.boolean(),
      }),
    ),
  }),
  errors: ['UNAUTHENTICATED'],
})

/** A link by which the person makes another passkey, on this device or another one. */
export const createOwnLink = defineEndpoint({
  ...own,
  name: 'createOwnLink',
  method: 'POST',
  path: '/api/desk/person/link/',
  limit: ['change'],
  payload: z.object({}),
  reply: z.object({ url: z.string() }),
  errors: ['UNAUTHENTICATED', 'PROOF_REQUIRED', 'TOO_MANY_REQUESTS'],
})

export const removeStaffPasskey = defineEndpoint({
  ...own,
  name: 'removeStaffPasskey',
  method: 'DELETE',
  path: '/api/desk/person/passkeys/{id}',
  limit: ['change'],
  payload: z.object({ id: z.uuid() }),
  reply: done,
  errors: [
    'UNAUTHENTICATED',
    'PROOF_REQUIRED',
    'VALIDATION_ERROR',
    'NOT_FOUND',
    'ACTION_NOT_ALLOWED',
    'TOO_MANY_REQUESTS',
  ],
})

const Person = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: StaffRoleName,
  passkeys: z.number().int(),
  joined_at: z.string().nullable(),
  ended_at: z.string().nullable(),
})

export const listStaffMembers = defineEndpoint({
  ...team,
  name: 'listStaffMembers',
  method: 'GET',
  path: '/api/desk/team/',
  limit: ['change'],
  payload: z.object({}),
  reply: z.object({ people: z.array(Person) }),
  errors: ['UNAUTHENTICATED', 'NOT_FOUND', 'TOO_MANY_REQUESTS'],
})

const teamErrors = [
  'UNAUTHENTICATED',
  'PROOF_REQUIRED',
  'VALIDATION_ERROR',
  'NOT_FOUND',
  'ACTION_NOT_ALLOWED',
  'TOO_MANY_REQUESTS',
] as const

/** The link is mailed to the person, and nobody else gets it: with it one acts in their name. */
export const inviteStaffMember = defineEndpoint({
  ...team,
  name: 'inviteStaffMember',
  method: 'POST',
  path: '/api/desk/team/',
  limit: ['change'],
  payload: z.object({ email: Email, role: StaffRoleName }),
  reply: done,
  errors: teamErrors,
})

export const changeStaffRole = defineEndpoint({
  ...team,
  name: 'changeStaffRole',
  method: 'PUT',
  path: '/api/desk/team/{id}/role/',
  limit: ['change'],
  payload: z.object({ id: z.uuid(), role: StaffRoleName }),
  reply: done,
  errors: teamErrors,
})

export const endStaffMember = defineEndpoint({
  ...team,
  name: 'endStaffMember',
  method: 'DELETE',
  path: '/api/desk/team/{id}/',
  limit: ['change'],
  payload: z.object({ id: z.uuid() }),
  reply: done,
  errors: teamErrors,
})

/** A day, and a position in it. */
const isLogPlace = (text: string): boolean =>
  /^2[01]\d\d-\d\d-\d\d\.\d{1,9}$/.test(text) && z.iso.date().safeParse(text.slice(0, 10)).success

/** The audit log, the newest entry first. `before` is the place of the last entry shown: `2031-01-06.12`. */
export const listAuditEntries = defineEndpoint({
  ...team,
  name: 'listAuditEntries',
  method: 'GET',
  path: '/api/desk/team/log/',
  limit: ['change'],
  payload: z.object({
    subject: z.string().max(100).optional(),
    before: z.string().refine(isLogPlace).optional(),
  }),
  reply: z.object({
    entries: z.array(
      z.object({
        place: z.string(),
        at: z.string(),
        actor: z.string(),
        action: z.string(),
        subject: z.string(),
        before: z.string(),
        after: z.string(),
        reason: z.string(),
        request_id: z.string(),
        hash: z.string(),
      }),
    ),
    /** Where the next older page begins; null at the end. */
    next: z.string().nullable(),
  }),
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR', 'NOT_FOUND', 'TOO_MANY_REQUESTS'],
})
