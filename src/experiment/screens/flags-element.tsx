import type { Variants } from '../rules/assignment.ts'
import type { OpenChoices } from '../rules/visitor-choices.ts'
import {
  attributeOfExperiment,
  attributeOfFlag,
  developersAttribute,
  flagsElementId,
  openAttribute,
  runningAttribute,
} from '../rules/flag-attributes.ts'

interface FlagsElementProps {
  readonly flags: Readonly<Record<string, boolean>>
  /** Of the member; a visitor's are known only to the browser, because their pages are the same for all. */
  readonly experiments: Variants
  /** The experiments that a member meets here. */
  readonly running: readonly string[]
  /** What a visitor's browser decides; null where there is nothing. */
  readonly open: OpenChoices | null
  /** Developers may see the flags and override them. */
  readonly forDevelopers: boolean
}

/** The page element whose attributes hold flags and variants (spec §4). */
export const FlagsElement = ({ flags, experiments, running, open, forDevelopers }: FlagsElementProps) => (
  <div
    id={flagsElementId}
    hidden
    suppressHydrationWarning
    {...(forDevelopers ? { [developersAttribute]: '' } : {})}
    {...(running.length > 0 ? { [runningAttribute]: running.join(' ') } : {})}
    {...(open === null ? {} : { [openAttribute]: JSON.stringify(open) })}
    {...Object.fromEntries(
      Object.entries(flags).map(([name, isOn]) => [attributeOfFlag(name), String(isOn)]),
    )}
    {...Object.fromEntries(
      Object.entries(experiments).map(([name, variant]) => [attributeOfExperiment(name), variant]),
    )}
  />
)
