/** Points for what a member does, by the name of the action. */
export const pointsFor = { complete_profile: 100 } as const

export type LoyaltyAction = keyof typeof pointsFor

/** The experiment group that sees nothing of loyalty (spec §1). */
const loyaltyExperiment = { name: 'loyalty_new_user', hidden: 'exclude' } as const

/** Whether somebody with these variants sees loyalty at all. */
export const hasLoyalty = (variants: Readonly<Record<string, string>>): boolean =>
  variants[loyaltyExperiment.name] !== loyaltyExperiment.hidden
