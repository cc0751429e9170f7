import * as endpoints from '../endpoints.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import { ShopError } from '#shared/errors.ts'
import { ownValue } from '#shared/own-value.ts'
import type { RequestContext } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { knownVariants, variantsFor } from '../rules/assignment.ts'
import type { Variants } from '../rules/assignment.ts'
import { edgeCookie, edgeVariants } from '../rules/edge-cookie.ts'
import type { Experiment } from '../rules/flags-file.ts'
import type { FlagSource } from './flag-providers.ts'
import { readChoices, writeChoice, writeExposure } from './experiment-store.ts'
import { memberOf } from '#platform/request-context.ts'

export {
  readExposures as exposuresOf,
  writeExposure as recordVariantExposure,
  deleteExperimentsOf as forgetExperimentsOf,
} from './experiment-store.ts'

/** What handlers and other modules use of experiments. */
export interface ExperimentServices {
  readonly deps: AppDeps
  readonly flags: FlagSource
}

/** A member's variants without a request: without the edge's cookie. */
export const variantsOf = async (
  { deps, flags }: ExperimentServices,
  accountId: string,
  edge: Variants = {},
): Promise<Variants> =>
  variantsFor(
    flags.known.experiments,
    await flags.variantsFor(accountId),
    await readChoices(deps.database, accountId),
    edge,
  )

const edgeOf = ({ cookies }: RequestContext): Variants => edgeVariants(cookies.get(edgeCookie))

/** A member's variants in a request: with the edge's cookie, as the member's pages have it. */
export const variantsIn = (
  services: ExperimentServices,
  context: RequestContext,
  accountId: string,
): Promise<Variants> => variantsOf(services, accountId, edgeOf(context))

const experimentNamed = ({ flags }: ExperimentServices, name: string): Experiment => {
  const experiment = flags.known.experiments.find((one) => one.name === name)
  if (!experiment) throw new ShopError('NOT_FOUND')
  return experiment
}

interface HandlerServices extends ExperimentServices {
  /** Whether pages show developers their flags and let them try others: in a shop that takes no real money. */
  readonly forDevelopers: boolean
}

/** The variants of each experiment, for developers. */
const choicesIn = ({ flags, forDevelopers }: HandlerServices): Readonly<Record<string, string[]>> | null =>
  forDevelopers
    ? Object.fromEntries(
        flags.known.experiments.map(({ name, variants }) => [name, variants.map((one) => one.name)]),
      )
    : null

/** The handlers of `experiment/endpoints.ts`. */
const createExperimentHandlers = (services: HandlerServices): HandlersFor<typeof endpoints> => {
  const { deps, flags } = services
  return {
    viewExperiments: async (context) => ({
      choices: choicesIn(services),
      flags: await flags.flags(),
      experiments:
        context.actor.kind === 'member'
          ? await variantsIn(services, context, context.actor.accountId)
          : knownVariants(flags.known.experiments, edgeOf(context)),
    }),
    setUserExperiment: async (context, { id, variant }) => {
      const accountId = memberOf(context).accountId
      const { variants } = experimentNamed(services, id)
      if (variants.every(({ name }) => name !== variant))
        throw new ShopError('VALIDATION_ERROR', {
          fields: { variant: 'This experiment has no such variant.' },
        })
      await inTransaction(deps, (tx) => writeChoice(tx, accountId, id, variant))
      return { experiments: await variantsIn(services, context, accountId) }
    },
    recordExposure: async (context, { id }) => {
      const accountId = memberOf(context).accountId
      experimentNamed(services, id)
      const variant = ownValue(await variantsIn(services, context, accountId), id) ?? ''
      await inTransaction(deps, (tx) => writeExposure(tx, accountId, id, variant))
      return { variant }
    },
  }
}

/** The endpoints of experiments. */
export const experimentRoutes = (services: HandlerServices): readonly Route[] =>
  routes(endpoints, createExperimentHandlers(services))
