//===- HlscOptions.td - Command line of hlsc ---------------*- tablegen -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options themselves stand in talos/Support/Options.td.
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"
include "talos/Support/Options.td"

foreach group = HelpGroups in
  def help_#group : OptionGroup<!cast<string>(group)>, HelpText<group.title>;

multiclass WithValue<string name, string shown, string help,
                     list<string> choices, OptionGroup group> {
  def NAME : Separate<["--"], name>, MetaVarName<shown>, HelpText<help>,
             Values<!interleave(choices, ",")>, Group<group>;
  def NAME#_eq : Joined<["--"], name#"=">, Alias<!cast<Separate>(NAME)>;
}

class HelpOf<TalosOption o> {
  string text = o.help # !if(!empty(o.also), "", "; also --" # o.also) #
                !if(!empty(o.otherwise), "",
                             " (default: " # o.otherwise # ")");
  string shown = !if(!empty(o.choices), o.value,
                     "<" # !interleave(o.choices, "|") # ">");
  OptionGroup group = !cast<OptionGroup>("help_" # o.group);
}

foreach o = !listconcat(Hlsc.options, HlscDse.options, HlscPareto.options) in {
  if o.short then
    def !subst("-", "_", o.name) : JoinedOrSeparate<["-"], o.name>,
        MetaVarName<HelpOf<o>.shown>, HelpText<HelpOf<o>.text>,
        Group<HelpOf<o>.group>;
  else if !empty(o.value) then
    def !subst("-", "_", o.name) : Flag<["--"], o.name>,
                                   HelpText<HelpOf<o>.text>,
                                   Group<HelpOf<o>.group>;
  else
    defm !subst("-", "_", o.name) : WithValue<o.name, HelpOf<o>.shown,
                                              HelpOf<o>.text, o.choices,
                                              HelpOf<o>.group>;
  if !not(!empty(o.also)) then {
    def !subst("-", "_", o.also) : Separate<["--"], o.also>,
        Alias<!cast<Separate>(!subst("-", "_", o.name))>;
    def !subst("-", "_", o.also)#_eq : Joined<["--"], o.also#"=">,
        Alias<!cast<Separate>(!subst("-", "_", o.name))>;
  }
}
