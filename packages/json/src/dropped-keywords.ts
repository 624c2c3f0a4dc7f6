import { type ObjectPlace, schemasAt } from "./schema-closure.js";
import type { SchemaSurvey } from "./schema-survey.js";

/**
 * Says which keywords cannot be checked because their answer could turn from yes to no when an unsure schema below them is taken to
 * accept everything.
 */
export function dropRule(survey: SchemaSurvey): (place: ObjectPlace, keyword: string) => boolean {
  const { places, unsure } = survey;
  const isUnsure = (place: ObjectPlace, keyword: string) =>
    schemasAt(place, keyword).some(({ schema }) => unsure.has(schema));
  // A branch that is left out evaluates nothing, so what is unevaluated is not known any more.
  const losesBranches = places.some((place) => isUnsure(place, "oneOf") || isUnsure(place, "if"));

  return (place, keyword) => {
    switch (keyword) {
      case "not":
      case "oneOf":
      case "if":
        return isUnsure(place, keyword);
      case "then":
      case "else":
        return isUnsure(place, "if");
      case "maxContains":
        return isUnsure(place, "contains");
      case "unevaluatedItems":
      case "unevaluatedProperties":
        return losesBranches;
      default:
        return false;
    }
  };
}
