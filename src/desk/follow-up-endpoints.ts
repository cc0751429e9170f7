import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { oneLine } from '#shared/one-line.ts'
import { readErrors, reads } from './endpoint-defaults.ts'

const number = oneLine()
  .max(32)
  .regex(/^[A-Za-z0-9-]+$/, 'Please enter an order number.')

/** Sends units of lines again, free of charge: a shipment of its own, its stock taken. */
export const reshipDeskOrder = defineEndpoint({
  ...reads,
  name: 'reshipDeskOrder',
  method: 'POST',
  path: '/api/desk/orders/{number}/reship/',
  permission: 'orders:ship',
  payload: z.object({
    number,
    units: z
      .array(
        z.object({ position: z.number().int().min(0).max(99), quantity: z.number().int().min(1).max(999) }),
      )
      .max(100)
      .default([]),
    reason: oneLine().min(3, 'Please give a reason.').max(200, 'Please give a shorter reason.'),
    /** Sent again with the same id it is the same replacement, also after that has shipped. */
    request_id: z.uuid(),
  }),
  reply: z.object({ success: z.literal(true) }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED', 'ITEM_NOT_AVAILABLE'],
})

/** A note for the team; the member never sees it in the shop. */
export const addDeskNote = defineEndpoint({
  ...reads,
  name: 'addDeskNote',
  method: 'POST',
  path: '/api/desk/notes/',
  permission: 'members:act',
  payload: z.object({
    /** The order that it is about; null for the member as a whole. */
    order_number: number.nullable().default(null),
    /** The member that it is about, when it is about no order. */
    account_id: z.uuid().nullable().default(null),
    text: z.string().trim().min(1, 'Please write the note.').max(2_000, 'Please write a shorter note.'),
    /** Sent again with the same id it is the same note. */
    request_id: z.uuid(),
  }),
  reply: z.object({ success: z.literal(true) }),
  errors: readErrors,
})

const Note = z.object({
  id: z.string(),
  text: z.string(),
  by: z.string(),
  at: z.string(),
  order_number: z.string().nullable(),
})

export type DeskNoteRow = z.output<typeof Note>

/** The notes about a member and their orders, or about one order with its tags. For roles that see names: a note may have one in it. */
export const listDeskNotes = defineEndpoint({
  ...reads,
  name: 'listDeskNotes',
  method: 'GET',
  path: '/api/desk/notes/',
  permission: 'members:act',
  payload: z.object({ account_id: z.uuid().optional(), order_number: number.optional() }),
  reply: z.object({
    notes: z.array(Note),
    /** Of an order. */
    tags: z.array(z.object({ tag: z.string(), by: z.string(), at: z.string() })),
  }),
  errors: readErrors,
})
