import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'

const Named = z.string().max(60)

const Devices = z.enum(['all', 'phone', 'desktop'])

/** The flags, and the variants of the visitor or member. A visitor has only those of the edge's cookie. */
export const viewExperiments = defineEndpoint({
  name: 'viewExperiments',
  method: 'GET',
  path: '/api/experiment/',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'reads the own variants' },
  payload: z.object({}),
  reply: z.object({
    flags: z.record(z.string(), z.boolean()),
    experiments: z.record(z.string(), z.string()),
    /** What everyone gets of experiments that are over. */
    settled: z.record(z.string(), z.string()),
    /** The experiments that a member meets on pages now. */
    running: z.array(z.string()),
    /** The variants to choose from, by experiment; null outside of a sandbox shop. */
    choices: z.record(z.string(), z.array(z.string())).nullable(),
    /** What a visitor's browser decides by itself, where analytics are allowed; null for members, or where there is nothing. */
    open: z
      .object({
        flags: z.array(z.object({ name: z.string(), percent: z.number(), devices: Devices })),
        experiments: z.array(
          z.object({
            name: z.string(),
            devices: Devices,
            variants: z.array(z.object({ name: z.string(), weight: z.number() })),
          }),
        ),
      })
      .nullable(),
  }),
  errors: [],
})

/** Stores the variant that was chosen for a member elsewhere; `id` is the name of the experiment. */
export const setUserExperiment = defineEndpoint({
  name: 'setUserExperiment',
  method: 'PUT',
  path: '/account/user-experiment/{id}',
  spec: 'spec §7',
  access: 'member',
  agent: 'denied',
  limit: ['change'],
  payload: z.object({ id: Named, variant: Named }),
  reply: z.object({ experiments: z.record(z.string(), z.string()) }),
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR', 'NOT_FOUND'],
})

/** Says that a member has met an experiment. Which variant that was is known here; the first time counts. */
export const recordExposure = defineEndpoint({
  name: 'recordExposure',
  method: 'POST',
  path: '/api/experiment/{id}/exposure',
  spec: 'shop',
  access: 'member',
  agent: 'denied',
  limit: ['change'],
  payload: z.object({ id: Named }),
  reply: z.object({ variant: z.string() }),
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR', 'NOT_FOUND'],
})

/**
 * The same of a visitor's browser, by the id of its consent. Nothing is written without consent to analytics, and `variant` is empty then.
 */
export const recordVisitorExposure = defineEndpoint({
  name: 'recordVisitorExposure',
  method: 'POST',
  path: '/api/experiment/{id}/visitor-exposure',
  spec: 'shop',
  access: 'anyone',
  agent: 'denied',
  limit: ['change'],
  payload: z.object({ id: Named }),
  reply: z.object({ variant: z.string() }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})
