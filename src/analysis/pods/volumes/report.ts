import type { ValueFinding, ValueReport } from '../../fields/value-checks.ts';

/** The messages of the findings on the name of a volume. */
export type NameMessage = 'required' | 'invalid' | 'duplicate';

/** The messages of the findings on the source of a volume. */
export type SourceMessage = 'required' | 'invalid' | 'unsupported' | 'forbidden' | 'tooLong';

/** A finding on the name of a volume. */
export type NameFinding = ValueFinding<NameMessage>;

/** A finding on the source of a volume. */
export type SourceFinding = ValueFinding<SourceMessage>;

/** Reports a finding on the name of a volume. */
export type NameReport = ValueReport<NameMessage>;

/** Reports a finding on the source of a volume. */
export type VolumeReport = ValueReport<SourceMessage>;
