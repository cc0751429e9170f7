import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readDataFile } from '#content/rules/data-file.ts'
import { ShopError } from '#shared/errors.ts'
import { ownValue } from '#shared/own-value.ts'
import type { CallContext, Handler } from '#platform/call-context.ts'
import { StartFailure } from '#platform/start-failure.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work, World } from '#platform/world.ts'
import type { recordExposure, setUserExperiment, viewExperiments } from '../calls.ts'
import { knownVariants, variantsFor } from '../rules/assignment.ts'
import type { Variants } from '../rules/assignment.ts'
import { edgeCookie, edgeVariants } from '../rules/edge-cookie.ts'
import { FlagsFile } from '../rules/flags-file.ts'
import type { Experiment } from '../rules/flags-file.ts'
import type { FlagSource } from './flag-source.ts'
import {
  deleteExperimentsOf,
  readChoices,
  readExposures,
  writeChoice,
  writeExposure,
} from './experiment-store.ts'

/** Reads the flags and experiments; a wrong file stops the start with its line. */
export const readFlags = async (file: string): Promise<FlagsFile> => {
  const read = readDataFile(await readFile(file, 'utf8'), FlagsFile)
  if (read.kind === 'wrong')
    throw new StartFailure(`The file ${path.basename(file)} is wrong in line ${read.line}: ${read.message}.`)
  return read.value
}

/** What handlers and other rooms ask about experiments. */
export interface ExperimentTools {
  readonly world: World
  readonly flags: FlagSource
}

/** A member's variants wherever there is no request: without what an edge's cookie says. */
export const variantsOf = async (
  { world, flags }: ExperimentTools,
  accountId: string,
  edge: Variants = {},
): Promise<Variants> =>
  variantsFor(
    flags.known.experiments,
    await flags.variantsFor(accountId),
    await readChoices(world.database, accountId),
    edge,
  )

const edgeOf = ({ cookies }: CallContext): Variants => edgeVariants(cookies.get(edgeCookie))

/** A member's variants in a request: with what an edge's cookie says, as the member's pages have it. */
export const variantsIn = (
  tools: ExperimentTools,
  context: CallContext,
  accountId: string,
): Promise<Variants> => variantsOf(tools, accountId, edgeOf(context))

/** What the shop keeps of a member's experiments, for the member's data file. */
export const exposuresOf = (db: World['database'], accountId: string) => readExposures(db, accountId)

/** Says that a member has met a variant, in the transaction that shows it; the first time counts. */
export const exposeTo = (work: Work, accountId: string, name: string, variant: string): Promise<void> =>
  writeExposure(work, accountId, name, variant)

/** Forgets a member's variants. */
export const forgetExperimentsOf = (work: Work, accountId: string): Promise<void> =>
  deleteExperimentsOf(work, accountId)

const accountOf = ({ actor }: CallContext): string => {
  if (actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
  return actor.accountId
}

const experimentNamed = ({ flags }: ExperimentTools, name: string): Experiment => {
  const experiment = flags.known.experiments.find((one) => one.name === name)
  if (!experiment) throw new ShopError('NOT_FOUND')
  return experiment
}

interface ExperimentHandlers {
  readonly viewExperiments: Handler<typeof viewExperiments>
  readonly setUserExperiment: Handler<typeof setUserExperiment>
  readonly recordExposure: Handler<typeof recordExposure>
}

interface HandlerTools extends ExperimentTools {
  /** Whether pages show developers their flags and let them try others: in a shop that takes no real money. */
  readonly forDevelopers: boolean
}

/** The variants of each experiment, for whoever may try them. */
const choicesIn = ({ flags, forDevelopers }: HandlerTools): Readonly<Record<string, string[]>> | null =>
  forDevelopers
    ? Object.fromEntries(
        flags.known.experiments.map(({ name, variants }) => [name, variants.map((one) => one.name)]),
      )
    : null

/** The handlers of `experiment/calls.ts`. */
export const createExperimentHandlers = (tools: HandlerTools): ExperimentHandlers => {
  const { world, flags } = tools
  return {
    viewExperiments: async (context) => ({
      choices: choicesIn(tools),
      flags: await flags.flags(),
      experiments:
        context.actor.kind === 'member'
          ? await variantsIn(tools, context, context.actor.accountId)
          : knownVariants(flags.known.experiments, edgeOf(context)),
    }),
    setUserExperiment: async (context, { id, variant }) => {
      const accountId = accountOf(context)
      const { variants } = experimentNamed(tools, id)
      if (variants.every(({ name }) => name !== variant))
        throw new ShopError('VALIDATION_ERROR', {
          fields: { variant: 'This experiment has no such variant.' },
        })
      await inTransaction(world, (work) => writeChoice(work, accountId, id, variant))
      return { experiments: await variantsIn(tools, context, accountId) }
    },
    recordExposure: async (context, { id }) => {
      const accountId = accountOf(context)
      experimentNamed(tools, id)
      const variant = ownValue(await variantsIn(tools, context, accountId), id) ?? ''
      await inTransaction(world, (work) => writeExposure(work, accountId, id, variant))
      return { variant }
    },
  }
}
