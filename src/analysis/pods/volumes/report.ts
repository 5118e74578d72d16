import type { ValueFinding, ValueReport } from '../../fields/value-checks.ts';

/** The messages of the findings on the name of a volume. */
type NameMessage = 'required' | 'invalid' | 'duplicate';

/** The messages of the findings on the source of a volume. */
type SourceMessage = 'required' | 'invalid' | 'unsupported' | 'forbidden' | 'tooLong';

export type NameFinding = ValueFinding<NameMessage>;

export type SourceFinding = ValueFinding<SourceMessage>;

/** Reports a finding on the name of a volume. */
export type NameReport = ValueReport<NameMessage>;

export type VolumeReport = ValueReport<SourceMessage>;
