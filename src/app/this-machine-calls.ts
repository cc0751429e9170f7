import { people } from '../../db/seed/people.ts'
import { login } from '#account/calls.ts'
import type { CallContext } from '#platform/call-context.ts'
import { ShopError } from '#shared/errors.ts'
import type { BoundCall } from './bound-calls.ts'
import type { Settings } from './config.ts'
import { isLocalOnly } from './this-machine.ts'

type Openness = Pick<Settings, 'workbenchOpen' | 'publicUrl'>

const isElsewhere = ({ isLocal }: CallContext, { workbenchOpen, publicUrl }: Openness): boolean =>
  !workbenchOpen && !(isLocal === true && isLocalOnly(publicUrl))

/** A call of the workbench; NOT_FOUND for everybody who is not on this machine, unless the operator opened it. */
export const onThisMachine = ({ call, run }: BoundCall, settings: Openness): BoundCall => ({
  call,
  run: async (context, input) => {
    if (isElsewhere(context, settings)) throw new ShopError('NOT_FOUND')
    return run(context, input)
  },
})

const demoEmails = new Set(people.map(({ email }) => email))

const emailIn = (input: unknown): string =>
  typeof input === 'object' && input !== null && 'email' in input
    ? String(input.email).trim().toLowerCase()
    : ''

/** The password of the demo members is in every copy of the shop, so they sign in on this machine only. */
export const demoOnThisMachine = (
  calls: readonly BoundCall[],
  settings: Openness & Pick<Settings, 'demo'>,
): readonly BoundCall[] => {
  if (!settings.demo) return calls
  return calls.map(({ call, run }) => {
    if (call.name !== login.name) return { call, run }
    return {
      call,
      run: async (context, input) => {
        if (isElsewhere(context, settings) && demoEmails.has(emailIn(input)))
          throw new ShopError('USER_NOT_FOUND')
        return run(context, input)
      },
    }
  })
}
