import * as endpoints from '../endpoints.ts'
import { parseConsentCookie } from '#consent/rules/consent.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import { brand } from '#shared/brand.ts'
import { ShopError } from '#shared/errors.ts'
import { ownValue } from '#shared/own-value.ts'
import { memberOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import {
  assignedVariant,
  knownVariants,
  runningOf,
  settledVariants,
  variantsFor,
} from '../rules/assignment.ts'
import type { Variants } from '../rules/assignment.ts'
import { deviceOf } from '../rules/audience.ts'
import type { AudienceFacts } from '../rules/audience.ts'
import { edgeCookie, edgeVariants } from '../rules/edge-cookie.ts'
import type { Experiment, FlagSet } from '../rules/flags-file.ts'
import { openChoices } from '../rules/visitor-choices.ts'
import { anyVisitor } from './flag-providers.ts'
import type { FlagContext, FlagSource } from './flag-providers.ts'
import {
  hasSubscription,
  insertExposure,
  insertVisitor,
  readRemembered,
  readVisitor,
  writeChoice,
} from './experiment-store.ts'

export {
  readExposures as exposuresOf,
  deleteExperimentsOf as forgetExperimentsOf,
  deleteVisitorsBefore as forgetVisitorsBefore,
  updateAccountOfVisitor as linkVisitor,
} from './experiment-store.ts'

/** What handlers and other modules use of experiments. */
export interface ExperimentServices {
  readonly deps: AppDeps
  readonly flags: FlagSource
}

/** What a request says of who asks. */
type Asking = Pick<FlagContext, 'country' | 'device' | 'visitorId'> & { readonly edge: Variants }

const nothingKnown: Asking = { country: null, device: null, visitorId: null, edge: {} }

/** The id of the browser's consent, where its visitor allows analytics. */
const visitorIdIn = ({ cookies, privacySignal }: RequestContext): string | null => {
  const consent = parseConsentCookie(cookies.get(brand.keys.consentCookie), privacySignal)
  return consent?.groups.C0002 === true ? consent.visitId : null
}

const askingIn = (context: RequestContext): Asking => ({
  country: context.country,
  device: deviceOf(context.userAgent),
  visitorId: visitorIdIn(context),
  edge: edgeVariants(context.cookies.get(edgeCookie)),
})

const asksForSubscribers = ({ flags, experiments }: FlagSet): boolean =>
  [...flags.values(), ...runningOf(experiments)].some(({ audience }) => audience.subscribers !== 'all')

/** A member as flags see them; whether they subscribe is read only where something depends on it. */
const contextOfMember = async (
  { deps, flags }: ExperimentServices,
  accountId: string,
  { country, device, visitorId }: Omit<Asking, 'edge'>,
): Promise<FlagContext> => {
  const isSubscriber: AudienceFacts['isSubscriber'] = asksForSubscribers(await flags.current())
    ? await hasSubscription(deps.database, accountId)
    : null
  return { accountId, visitorId, country, device, isSubscriber }
}

const variantsWith = async (
  services: ExperimentServices,
  accountId: string,
  asking: Asking,
): Promise<Variants> => {
  const { deps, flags } = services
  const { experiments } = await flags.current()
  const { chosen, met } = await readRemembered(deps.database, accountId, asking.visitorId)
  const assigned = await flags.variantsFor(await contextOfMember(services, accountId, asking))
  const running = variantsFor(runningOf(experiments), assigned, chosen, asking.edge, met)
  return { ...settledVariants(experiments), ...running }
}

/** A member's variants without a request: without the edge's cookie, and without experiments for a country or a device. */
export const variantsOf = (services: ExperimentServices, accountId: string): Promise<Variants> =>
  variantsWith(services, accountId, nothingKnown)

/** A member's variants in a request: with the edge's cookie, as the member's pages have it. */
export const variantsIn = (
  services: ExperimentServices,
  context: RequestContext,
  accountId: string,
): Promise<Variants> => variantsWith(services, accountId, askingIn(context))

/** Says that a member has met a variant of a running experiment, in the transaction that shows it. */
export const recordVariantExposure = async (
  { flags }: ExperimentServices,
  tx: Tx,
  accountId: string,
  name: string,
  variant: string,
): Promise<void> => {
  const { experiments } = await flags.current(tx)
  const experiment = runningOf(experiments).find((one) => one.name === name)
  if (experiment?.variants.some((one) => one.name === variant))
    await insertExposure(tx, accountId, { experiment: name, variant, phase: experiment.phase })
}

const runningNamed = async ({ flags }: ExperimentServices, name: string): Promise<Experiment> => {
  const experiment = runningOf((await flags.current()).experiments).find((one) => one.name === name)
  if (!experiment) throw new ShopError('NOT_FOUND')
  return experiment
}

interface HandlerServices extends ExperimentServices {
  /** Whether pages show developers their flags and let them try others: in a shop that takes no real money. */
  readonly forDevelopers: boolean
}

/** The variants of each experiment, for developers. */
const choicesIn = (
  { forDevelopers }: HandlerServices,
  { experiments }: FlagSet,
): Readonly<Record<string, string[]>> | null =>
  forDevelopers
    ? Object.fromEntries(
        runningOf(experiments).map(({ name, variants }) => [name, variants.map((one) => one.name)]),
      )
    : null

const viewOfMember = async (
  services: HandlerServices,
  context: RequestContext,
  accountId: string,
  current: FlagSet,
) => {
  const experiments = await variantsIn(services, context, accountId)
  return {
    flags: await services.flags.flags(await contextOfMember(services, accountId, askingIn(context))),
    experiments,
    settled: settledVariants(current.experiments),
    running: runningOf(current.experiments).flatMap(({ name }) =>
      Object.hasOwn(experiments, name) ? [name] : [],
    ),
    open: null,
  }
}

/** Nothing that depends on one visitor but the edge's cookie: pages leave that to the browser. */
const viewOfVisitor = async ({ flags }: HandlerServices, context: RequestContext, current: FlagSet) => {
  const who = anyVisitor(context.country)
  const edge = edgeVariants(context.cookies.get(edgeCookie))
  const settled = settledVariants(current.experiments)
  return {
    flags: await flags.flags(who),
    experiments: { ...settled, ...knownVariants(runningOf(current.experiments), edge) },
    settled,
    running: [],
    open: flags.isDecidedElsewhere ? null : openChoices(current, who),
  }
}

/** A member's meeting: by their account, or by their browser where an experiment is about visitors too. */
const recordOfMember = async (services: ExperimentServices, context: RequestContext, name: string) => {
  const { accountId } = memberOf(context)
  const experiment = await runningNamed(services, name)
  const variant = ownValue(await variantsIn(services, context, accountId), name)
  if (variant === undefined) return { variant: '' }
  const meeting = { experiment: name, variant, phase: experiment.phase }
  const visitorId = visitorIdIn(context)
  await inTransaction(services.deps, async (tx) => {
    if (experiment.unit === 'member') await insertExposure(tx, accountId, meeting)
    else if (visitorId !== null) await insertVisitor(tx, visitorId, accountId, meeting)
  })
  return { variant }
}

/** A visitor's meeting, where they allow analytics. */
const recordOfVisitor = async (services: ExperimentServices, context: RequestContext, name: string) => {
  const experiment = await runningNamed(services, name)
  const { visitorId, edge } = askingIn(context)
  if (experiment.unit !== 'visitor' || visitorId === null) return { variant: '' }
  const met = await readVisitor(services.deps.database, visitorId)
  const assigned = { [name]: assignedVariant(experiment, visitorId) }
  const variant = ownValue(variantsFor([experiment], assigned, edge, met), name) ?? ''
  const meeting = { experiment: name, variant, phase: experiment.phase }
  return { variant: await inTransaction(services.deps, (tx) => insertVisitor(tx, visitorId, null, meeting)) }
}

/** The handlers of `experiment/endpoints.ts`. */
const createExperimentHandlers = (services: HandlerServices): HandlersFor<typeof endpoints> => {
  const { deps, flags } = services
  return {
    viewExperiments: async (context) => {
      const current = await flags.current()
      const view =
        context.actor.kind === 'member'
          ? await viewOfMember(services, context, context.actor.accountId, current)
          : await viewOfVisitor(services, context, current)
      return { ...view, choices: choicesIn(services, current) }
    },
    setUserExperiment: async (context, { id, variant }) => {
      const accountId = memberOf(context).accountId
      const { variants } = await runningNamed(services, id)
      if (variants.every(({ name }) => name !== variant))
        throw new ShopError('VALIDATION_ERROR', {
          fields: { variant: 'This experiment has no such variant.' },
        })
      await inTransaction(deps, (tx) => writeChoice(tx, accountId, id, variant))
      return { experiments: await variantsIn(services, context, accountId) }
    },
    recordExposure: (context, { id }) => recordOfMember(services, context, id),
    recordVisitorExposure: (context, { id }) => recordOfVisitor(services, context, id),
  }
}

/** The endpoints of experiments. */
export const experimentRoutes = (services: HandlerServices): readonly Route[] =>
  routes(endpoints, createExperimentHandlers(services))
