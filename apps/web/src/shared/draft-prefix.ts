/** How the names of form drafts begin in the storage of this tab. */
export const draftPrefix = 'draft:';
