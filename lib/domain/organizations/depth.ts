/**
 * The place of an organization in a path. 0: the platform, which is above all of them; 1: the topmost
 * organization.
 */
export type Depth = number;

/** The depth of an organization. One outside the path is below all that are in it. */
export const depthOf = (organization: string | null, path: readonly string[]): Depth => {
  if (organization === null) return 0;
  const at = path.indexOf(organization);
  return (at === -1 ? path.length : at) + 1;
};

/** The depth of the organization that an entity belongs to. */
export const ownDepth = (path: readonly string[]): Depth => path.length;
