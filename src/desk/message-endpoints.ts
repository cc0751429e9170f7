import { z } from 'zod'
import { threadStates } from '#contact/rules/message.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { readErrors, reads } from './endpoint-defaults.ts'

const messages = { ...reads, permission: 'messages' } as const

const DeskThread = z.object({
  id: z.string(),
  state: z.enum(threadStates),
  name: z.string(),
  email: z.string(),
  /** What the last message is about. */
  topic: z.string(),
  /** The beginning of the last message. */
  beginning: z.string(),
  last_at: z.string(),
  /** Since when somebody waits for an answer. */
  waiting_since: z.string().nullable(),
  /** The name of who has taken it. */
  assigned_to: z.string().nullable(),
})

export type DeskThread = z.output<typeof DeskThread>

/** The conversations in one state: those that wait the longest first, the others by their last message. */
export const listDeskThreads = defineEndpoint({
  ...messages,
  name: 'listDeskThreads',
  method: 'GET',
  path: '/api/desk/messages/',
  payload: z.object({
    state: z.enum(threadStates).default('waiting'),
    /** Only those that this person has taken. */
    mine: z.stringbool().default(false),
    /** The place of the last one on the page before. */
    after: z
      .string()
      .regex(/^\d{4}-[\d:.TZ+-]{6,40}~[\da-f-]{36}$/, 'Please open the list again.')
      .optional(),
  }),
  reply: z.object({
    /** At most 50. */
    threads: z.array(DeskThread),
    /** The place of the next page; null when there is none. */
    older: z.string().nullable(),
    /** How many wait for an answer. */
    waiting: z.number().int(),
    now: z.string(),
  }),
  errors: readErrors,
})

const id = z.uuid()

/** A conversation: what was written and answered, the first message first. */
export const viewDeskThread = defineEndpoint({
  ...messages,
  name: 'viewDeskThread',
  method: 'GET',
  path: '/api/desk/messages/{id}/',
  payload: z.object({ id }),
  reply: z.object({
    ...DeskThread.shape,
    /** An action names it. */
    version: z.number().int(),
    entries: z.array(
      z.object({
        at: z.string(),
        /** Who wrote it. */
        by: z.string(),
        is_answer: z.boolean(),
        topic: z.string().nullable(),
        facts: z.array(z.object({ label: z.string(), value: z.string() })),
        text: z.string(),
      }),
    ),
    /** The member with this email; null for a stranger. */
    account_id: z.string().nullable(),
    /** Who can take it. */
    staff: z.array(z.object({ id: z.string(), name: z.string() })),
    assigned_id: z.string().nullable(),
  }),
  errors: readErrors,
})

export type DeskThreadView = z.output<typeof viewDeskThread.reply>

/** The version of the conversation that was read. */
const version = z.coerce.number().int().min(1)

const actions = {
  ...messages,
  method: 'POST',
  reply: z.object({ success: z.literal(true) }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
} as const

/** Answers by mail what was read. ACTION_NOT_ALLOWED when somebody else answered first, or a new message came. */
export const answerDeskThread = defineEndpoint({
  ...actions,
  name: 'answerDeskThread',
  path: '/api/desk/messages/{id}/answer/',
  payload: z.object({
    id,
    version,
    text: z.string().trim().min(1, 'Please write the answer.').max(8_000, 'Please write a shorter answer.'),
    /** Sent again with the same id it is the same answer. */
    request_id: z.uuid(),
  }),
})

/** Gives it to somebody of the team, or to nobody. */
export const assignDeskThread = defineEndpoint({
  ...actions,
  name: 'assignDeskThread',
  path: '/api/desk/messages/{id}/assign/',
  payload: z.object({ id, version, staff_id: z.uuid().nullable().default(null) }),
})

/** Closes it. The next message from the same address opens it again. */
export const closeDeskThread = defineEndpoint({
  ...actions,
  name: 'closeDeskThread',
  path: '/api/desk/messages/{id}/close/',
  payload: z.object({ id, version }),
})
