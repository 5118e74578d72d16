/** The descriptions of `field-descriptions.yaml`: for each definition its name, then a line for each field. */
export const fieldDescriptionTable: () => string;
